-- Beside the version before: yes, it only adds a table.
-- The settings that administrators have changed: one row, which is missing as long as there are none. Its shape is
-- `SiteSettings` in contract/site.ts; a setting that is not in it has its usual value.
create table site_settings (
  is_only boolean primary key default true check (is_only),
  settings jsonb not null,
  version integer not null,
  changed_at timestamptz(3) not null,
  changed_by uuid references users on delete set null
);
