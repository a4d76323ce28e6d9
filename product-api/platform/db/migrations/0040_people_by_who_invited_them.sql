-- Beside the version before: yes, it only adds an index.
-- Outside a transaction: it must not hold up the sign-ups of the version before.
create index concurrently if not exists users_invited_by on users (invited_by) where invited_by is not null;
