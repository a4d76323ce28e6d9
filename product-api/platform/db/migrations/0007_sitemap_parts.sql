-- Where the published stories, oldest first, are cut into the files of the sitemap: each part begins after a story and
-- ends with the one that the next begins after. The first begins before all, and never goes.
create table sitemap_parts (
  after_at timestamptz(3) not null,
  after_id uuid not null,
  stories integer not null default 0,
  -- The newest change of its stories.
  lastmod timestamptz(3),
  primary key (after_at, after_id)
);

-- Places at which a published story came, changed or went since their parts were last looked at.
create table sitemap_changes (
  id bigint primary key generated always as identity,
  published_at timestamptz(3) not null,
  content_id uuid not null
);

create function mark_sitemap() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and not old.is_draft and old.deleted_at is null;
  is_now boolean := tg_op <> 'DELETE' and not new.is_draft and new.deleted_at is null;
begin
  if was then
    insert into sitemap_changes (published_at, content_id) values (old.published_at, old.id);
  end if;
  if is_now and not (was and new.published_at = old.published_at) then
    insert into sitemap_changes (published_at, content_id) values (new.published_at, new.id);
  end if;
  return null;
end $$;
create trigger mark_sitemap after insert or delete or update of is_draft, deleted_at, published_at, updated_at on contents
  for each row execute function mark_sitemap();

create function reset_sitemap() returns trigger language plpgsql as $$
begin
  delete from sitemap_changes;
  delete from sitemap_parts where after_at <> '-infinity';
  update sitemap_parts set stories = 0, lastmod = null;
  return null;
end $$;
create trigger reset_sitemap after truncate on contents execute function reset_sitemap();

with placed as (
  select published_at, id, updated_at, (row_number() over (order by published_at, id) - 1) / 10000 as part
  from contents where not is_draft and deleted_at is null
), parts as (
  select part, count(*) as stories, max(updated_at) as lastmod, max(published_at) as last_at,
         (array_agg(id order by published_at desc, id desc))[1] as last_id
  from placed group by part
)
insert into sitemap_parts (after_at, after_id, stories, lastmod)
  select coalesce(lag(last_at) over oldest_first, '-infinity'),
         coalesce(lag(last_id) over oldest_first, '00000000-0000-0000-0000-000000000000'), stories, lastmod
  from parts window oldest_first as (order by part);
insert into sitemap_parts (after_at, after_id) values ('-infinity', '00000000-0000-0000-0000-000000000000')
  on conflict do nothing;

-- Only asked by the count of changes that this replaces.
drop index contents_changed;
