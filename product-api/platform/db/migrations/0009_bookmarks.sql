-- The stories that somebody has saved.
create table bookmarks (
  user_id uuid not null references users on delete cascade,
  content_id uuid not null references contents on delete cascade,
  created_at timestamptz(3) not null,
  primary key (user_id, content_id)
);
create index bookmarks_saved on bookmarks (user_id, created_at desc, content_id desc);
create index bookmarks_content on bookmarks (content_id);

alter table publications add column image text;
