create extension if not exists pg_trgm;

create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  password_hash text,
  profile_image text,
  bio text not null default '',
  show_email boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index users_email_key on users (lower(email));

create table sessions (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);

create table publications (
  id uuid primary key,
  slug text not null,
  name text not null,
  description text not null default '',
  owner_id uuid references users on delete set null,
  created_at timestamptz(3) not null
);
create unique index publications_slug_key on publications (slug);
create unique index publications_name_key on publications (lower(name));
create index publications_owner on publications (owner_id);

create table contents (
  id uuid primary key,
  slug text not null,
  title text not null,
  sub_title text not null default '',
  content text not null,
  content_text text not null,
  excerpt text not null default '',
  summary text not null default '',
  category text not null,
  story_image text,
  image_alt text,
  author_id uuid references users on delete set null,
  author_name text,
  publication_id uuid references publications on delete set null,
  is_draft boolean not null,
  send_newsletter boolean not null default false,
  word_count integer not null default 0,
  book_title text,
  book_author text,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  version integer not null default 1,
  search tsvector not null,
  constraint contents_published_has_time check (is_draft or published_at is not null)
);
create unique index contents_slug_key on contents (slug);

-- Every list of published stories walks one of these, newest first, and stops after a page.
create index contents_published on contents (published_at desc, id desc)
  where not is_draft and deleted_at is null;
create index contents_published_category on contents (category, published_at desc, id desc)
  where not is_draft and deleted_at is null;
create index contents_published_publication on contents (publication_id, published_at desc, id desc)
  where not is_draft and deleted_at is null;
create index contents_published_author on contents (author_id, published_at desc, id desc)
  where not is_draft and deleted_at is null;
create index contents_drafts on contents (author_id, updated_at desc, id desc)
  where is_draft and deleted_at is null;

-- Without fast update: a pending list would be read by every search, and nothing empties it on the embedded database.
create index contents_search on contents using gin (search) with (fastupdate = off)
  where not is_draft and deleted_at is null;

-- The newest published stories for a query, by way of the search index. The planner takes reading a vector for free and
-- would rather walk through the stories by date or read them all, though every vector must be fetched from apart.
create function newest_matches(query tsquery, most integer)
  returns table (id uuid, published_at timestamptz, search tsvector)
  language sql stable rows 1000
  set enable_seqscan to off
  set enable_indexscan to off
as $$
  select contents.id, contents.published_at, contents.search from contents
  where not contents.is_draft and contents.deleted_at is null and contents.search @@ query
  order by contents.published_at desc, contents.id desc limit most
$$;

create table content_slugs (
  slug text primary key,
  content_id uuid not null references contents on delete cascade deferrable initially deferred,
  created_at timestamptz(3) not null
);
create index content_slugs_content on content_slugs (content_id);

-- The words of published stories, folded, and the stem that the text search knows them by.
create table search_words (
  word text primary key,
  stem text not null,
  documents integer not null
);
create index search_words_prefix on search_words (word text_pattern_ops);
create index search_words_similar on search_words using gin (word gin_trgm_ops) with (fastupdate = off);
create index search_words_stem on search_words (stem);

create table changes (
  id bigint primary key generated always as identity,
  tags text[] not null,
  created_at timestamptz(3) not null default now()
);
