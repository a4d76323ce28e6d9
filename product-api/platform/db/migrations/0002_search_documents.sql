-- What published stories are found by, apart from the stories: a search reads thousands of these rows, so they are narrow,
-- and an edit that changes no words leaves the index alone.
create table search_documents (
  content_id uuid primary key references contents on delete cascade,
  published_at timestamptz(3) not null,
  vector tsvector not null
);
insert into search_documents (content_id, published_at, vector)
  select id, published_at, search from contents where not is_draft and deleted_at is null;

create index search_documents_newest on search_documents (published_at desc, content_id desc);
-- Without fast update: a pending list would be read by every search, and nothing empties it on the embedded database.
create index search_documents_vector on search_documents using gin (vector) with (fastupdate = off);

drop function newest_matches;
-- The newest matches by way of the index. The planner takes reading a vector for free and would rather walk through the
-- documents by date or read them all, though every vector must be fetched from apart.
create function newest_matches(query tsquery, most integer)
  returns table (content_id uuid, published_at timestamptz, vector tsvector)
  language sql stable rows 1000
  set enable_seqscan to off
  set enable_indexscan to off
as $$
  select documents.content_id, documents.published_at, documents.vector from search_documents as documents
  where documents.vector @@ query
  order by documents.published_at desc, documents.content_id desc limit most
$$;

alter table contents drop column search;
