-- What the merge just done has changed: one row for an IngestReport.
SELECT
    (SELECT count(*) FROM read_parquet(getvariable('parts') || '/source.parquet')) AS files,
    (SELECT count(*) FROM kept) AS games_new,
    (SELECT count(*) FROM incoming) - (SELECT count(*) FROM kept) AS games_known,
    (SELECT count(*) FROM gone) AS games_replaced,
    (SELECT count(*) FROM incoming JOIN kept USING (ref) WHERE NOT finished) AS unfinished,
    (SELECT count(*) FROM read_parquet(getvariable('parts') || '/rejected-*.parquet')) AS rejected,
    (SELECT coalesce(sum(steps), 0)::BIGINT FROM incoming JOIN kept USING (ref)) AS steps;
