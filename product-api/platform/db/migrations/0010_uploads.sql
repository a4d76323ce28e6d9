-- Pictures that were uploaded, by what came: the first 32 hexadecimal digits of the SHA-256 of the bytes. Width and height
-- are of the largest file that is kept, and so are the bytes.
create table uploads (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz(3) not null,
  -- When the same bytes last came.
  sent_at timestamptz(3) not null
);
create index uploads_sent on uploads (sent_at, id);

create table upload_owners (
  upload_id text not null references uploads on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (upload_id, user_id)
);
create index upload_owners_user on upload_owners (user_id);

-- What is used does not go: the reference has no cascade on this side.
create table upload_uses (
  upload_id text not null references uploads,
  content_id uuid not null references contents on delete cascade,
  primary key (upload_id, content_id)
);
create index upload_uses_content on upload_uses (content_id);

-- Files in the storage, noted before they are put there: one without an upload is to be removed. The same picture, sent
-- again after it was removed, gets files of another name, so that removing the old ones never takes the new ones.
create table upload_files (
  name text primary key,
  upload_id text references uploads on delete set null,
  width integer not null,
  created_at timestamptz(3) not null
);
create index upload_files_upload on upload_files (upload_id);
create index upload_files_lost on upload_files (created_at) where upload_id is null;

-- By these it is seen whether a person or a publication shows an upload.
create index users_shown_upload on users (substring(profile_image from '^/uploads/([0-9a-f]{32})-'))
  where substring(profile_image from '^/uploads/([0-9a-f]{32})-') is not null;
create index publications_shown_upload on publications (substring(image from '^/uploads/([0-9a-f]{32})-'))
  where substring(image from '^/uploads/([0-9a-f]{32})-') is not null;
