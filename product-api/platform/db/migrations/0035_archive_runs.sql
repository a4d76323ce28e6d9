-- Beside the version before: yes, it only adds a table.
-- When an archive was made or proved, for administrators. It is not archived itself.
create table archive_runs (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'export', 'proof')),
  ended_at timestamptz(3) not null,
  took_ms integer not null,
  succeeded boolean not null,
  -- The file's name without its folder.
  file text not null,
  -- Its bytes, if it is known.
  bytes bigint,
  sentence text not null default ''
);
create index archive_runs_latest on archive_runs (kind, ended_at desc);
