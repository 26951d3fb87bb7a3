-- What the merge just done has changed: one row for an IngestReport.
SELECT
    (SELECT count(*) FROM read) AS files,
    (SELECT count(*) FROM kept) AS games_new,
    (SELECT count(*) FROM incoming) - (SELECT count(*) FROM kept) + (SELECT count(*) FROM again)
        + (SELECT coalesce(sum(games), 0) FROM read WHERE same)::BIGINT AS games_known,
    (SELECT count(*) FROM gone) AS games_replaced,
    (SELECT count(*) FROM incoming JOIN kept USING (ref) WHERE NOT finished) AS unfinished,
    (SELECT count(*) FROM wrong) AS rejected,
    (SELECT coalesce(sum(steps), 0)::BIGINT FROM incoming JOIN kept USING (ref)) AS steps;
