alter table contents
  -- When it publishes itself.
  add publish_at timestamptz(3),
  -- Where it was published first.
  add canonical_url text,
  -- Made by the editor: the same draft sent twice is one.
  add draft_key uuid,
  -- Its writer chose the slug; else it follows the title until it is first published.
  add is_slug_chosen boolean not null default false;
create unique index contents_draft_key on contents (author_id, draft_key)
  where draft_key is not null and deleted_at is null;
create index contents_planned on contents (publish_at) where publish_at is not null;
create index contents_deleted on contents (deleted_at) where deleted_at is not null;

-- What is written beside a published story and is not public yet. A draft's own row is its working copy.
create table working_copies (
  content_id uuid primary key references contents on delete cascade,
  title text not null,
  sub_title text not null,
  content text not null,
  content_text text not null,
  word_count integer not null,
  summary text not null,
  category text not null,
  story_image text,
  image_alt text,
  book_title text,
  book_author text,
  canonical_url text,
  publication_id uuid references publications on delete set null,
  send_newsletter boolean not null,
  -- The slug that it gets when it is published; null where it stays.
  next_slug text,
  version integer not null,
  updated_at timestamptz(3) not null,
  updated_by uuid references users on delete set null
);
create index working_copies_publication on working_copies (publication_id) where publication_id is not null;
create index working_copies_updated_by on working_copies (updated_by) where updated_by is not null;

create table revisions (
  id uuid primary key,
  content_id uuid not null references contents on delete cascade,
  version integer not null,
  kind text not null check (kind in ('save', 'publish', 'restore', 'discard')),
  title text not null,
  sub_title text not null,
  content text not null,
  word_count integer not null,
  summary text not null,
  category text not null,
  story_image text,
  image_alt text,
  book_title text,
  book_author text,
  canonical_url text,
  created_at timestamptz(3) not null,
  author_id uuid references users on delete set null
);
-- A state of a story is kept once. Newest first is by version: two can share a millisecond.
create unique index revisions_version on revisions (content_id, version);
create index revisions_author on revisions (author_id) where author_id is not null;
