alter table users
  -- Until it is lifted nobody signs in to the account; what it has written stays.
  add suspended_at timestamptz(3),
  add suspended_reason text,
  add suspended_by uuid references users on delete set null,
  add constraint users_suspended_has_reason check ((suspended_at is null) = (suspended_reason is null));
create index users_suspended_by on users (suspended_by) where suspended_by is not null;

-- Every list of people walks one of these, newest first, and stops after a page.
create index users_newest on users (created_at desc, id desc);
create index users_admins on users (created_at desc, id desc) where role = 'admin';
create index users_suspended on users (created_at desc, id desc) where suspended_at is not null;
-- A space at the front, so that every word begins after one.
create index users_words on users using gin ((' ' || lower(name) || ' ' || lower(email)) gin_trgm_ops)
  with (fastupdate = off);

-- The administrators' list of stories, drafts and deleted ones too, walks one of these.
create index contents_changed on contents (updated_at desc, id desc);
create index contents_changed_author on contents (author_id, updated_at desc, id desc);
create index contents_changed_drafts on contents (updated_at desc, id desc) where is_draft and deleted_at is null;
create index contents_title_words on contents
  using gin ((' ' || lower(title) || ' ' || lower(coalesce(author_name, ''))) gin_trgm_ops) with (fastupdate = off);

-- By the one who did it, by the one it was done to, by an address without an account, and by what was done.
create index audit_events_actor on audit_events (actor_id, at desc, id desc) where actor_id is not null;
create index audit_events_person on audit_events (user_id, at desc, id desc) where user_id is not null;
create index audit_events_email on audit_events (lower(email), at desc, id desc) where email <> '';
create index audit_events_action on audit_events (action, at desc, id desc);
