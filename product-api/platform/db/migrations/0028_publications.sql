-- Every slug that a publication has or had: an old address leads to the new one, and none ever leads to another publication.
create table publication_slugs (
  slug text primary key,
  -- Checked at the end of a transaction: a new publication takes its slug first.
  publication_id uuid not null references publications on delete cascade deferrable initially deferred,
  created_at timestamptz(3) not null
);
create index publication_slugs_publication on publication_slugs (publication_id, created_at);
insert into publication_slugs (slug, publication_id, created_at) select slug, id, created_at from publications;

-- A deleted publication's row stays for its slugs, and for the name in the subscriptions that ended with it.
alter table publications add column deleted_at timestamptz(3);
drop index publications_name_key;
create unique index publications_name_key on publications (lower(name)) where deleted_at is null;

-- Counts a publication's stories by category from the index alone, and finds its stories when it is deleted.
create index contents_publication on contents (publication_id, category, is_draft, deleted_at)
  where publication_id is not null;

-- Subscriptions that wait for confirmation too: they end with their publication.
drop index subscriptions_publication;
create index subscriptions_publication on subscriptions (publication_id, id)
  where ended_at is null and publication_id is not null;

-- How many followers a profile shows to everyone; null if its owner does not show them. A job updates it.
alter table users add column shown_followers integer;
create index users_showing_followers on users (id) where shown_followers is not null;
