-- A private line from a reader to the writer of a story.
create table thanks (
  id uuid primary key,
  content_id uuid not null references contents on delete cascade,
  writer_id uuid not null references users on delete cascade,
  -- Null once the reader's account is deleted: the writer keeps the line, without a name.
  reader_id uuid references users on delete set null,
  words text not null check (char_length(words) between 1 and 280),
  -- Sent by someone whom the writer had blocked: the writer never gets it.
  is_withheld boolean not null default false,
  created_at timestamptz(3) not null,
  -- When the writer deleted it, or an administrator removed it.
  deleted_at timestamptz(3),
  reported_at timestamptz(3),
  -- When an administrator decided about the report.
  decided_at timestamptz(3),
  decided_by uuid references users on delete set null
);
-- One of each reader and story.
create unique index thanks_once on thanks (content_id, reader_id);
create index thanks_received on thanks (writer_id, created_at desc, id desc) where deleted_at is null and not is_withheld;
create index thanks_reported on thanks (reported_at desc, id desc) where reported_at is not null and decided_at is null;
create index thanks_writer on thanks (writer_id);
create index thanks_reader on thanks (reader_id) where reader_id is not null;
create index thanks_decided_by on thanks (decided_by) where decided_by is not null;

-- The people from whom a writer gets no more thanks.
create table thanks_blocks (
  writer_id uuid not null references users on delete cascade,
  reader_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (writer_id, reader_id)
);
create index thanks_blocks_newest on thanks_blocks (writer_id, created_at desc, reader_id desc);
create index thanks_blocks_reader on thanks_blocks (reader_id);

-- Whether a writer gets an email for each.
alter table users add thanks_by_email boolean not null default false;
