-- Beside the version before: yes, it only adds an index.
-- Rows that were added up and deleted leave empty pages, thousands of them after many stories were loaded at once.
-- Without an index every read of a count would go through all of those.
-- Outside a transaction: it must not hold up the writes of the version before.
create index concurrently if not exists kept_counts_counted on kept_counts (counted);
