-- The last block of the file that holds anything: a file that ends before it is cut off.
SELECT greatest(
    (SELECT max(block_id) FROM pragma_metadata_info()),
    (SELECT max(block_id) FROM pragma_storage_info('about')),
    (SELECT max(block_id) FROM pragma_storage_info('source')),
    (SELECT max(block_id) FROM pragma_storage_info('game')),
    (SELECT max(block_id) FROM pragma_storage_info('title')),
    (SELECT max(block_id) FROM pragma_storage_info('seat')),
    (SELECT max(block_id) FROM pragma_storage_info('score')),
    (SELECT max(block_id) FROM pragma_storage_info('outcome')),
    (SELECT max(block_id) FROM pragma_storage_info('step_row')),
    (SELECT max(block_id) FROM pragma_storage_info('event_row')),
    (SELECT max(block_id) FROM pragma_storage_info('fact_row')),
    (SELECT max(block_id) FROM pragma_storage_info('choice')),
    (SELECT max(block_id) FROM pragma_storage_info('telling')),
    (SELECT max(block_id) FROM pragma_storage_info('naming')),
    (SELECT max(block_id) FROM pragma_storage_info('rejected'))
) AS last_block,
(SELECT block_size FROM pragma_database_size() WHERE database_name = 'store') AS block_size;
