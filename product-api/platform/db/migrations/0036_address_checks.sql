-- Beside the version before: yes, it only adds a table.
-- Checks whether the site answers at its own address: a row lasts for seconds, and is not archived.
create table address_checks (
  id uuid primary key,
  created_at timestamptz(3) not null,
  -- The request as it reached the web; null until it does.
  seen jsonb
);
