-- The sitemap's index asks of thousands of stories at once when they last changed: it reads this index alone for that.
drop index contents_published;
create index contents_published on contents (published_at desc, id desc) include (updated_at)
  where not is_draft and deleted_at is null;
-- What changed since the sitemap's index was last made.
create index contents_changed on contents (updated_at)
  where not is_draft and deleted_at is null;
