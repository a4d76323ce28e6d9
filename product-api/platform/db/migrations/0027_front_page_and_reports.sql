-- What administrators have pinned to the top of the front page: the lead (1) and two seconds (2 and 3), each until a
-- moment.
create table front_page_pins (
  place smallint primary key check (place between 1 and 3),
  content_id uuid not null unique references contents on delete cascade,
  ends_at timestamptz(3) not null,
  pinned_at timestamptz(3) not null,
  pinned_by uuid references users on delete set null
);
create index front_page_pins_pinned_by on front_page_pins (pinned_by) where pinned_by is not null;

-- What readers have reported about stories: each person once for each story.
create table story_reports (
  id uuid primary key,
  content_id uuid not null references contents on delete cascade,
  -- The account that reported, or a keyed hash of a visitor's network.
  reporter_id uuid references users on delete set null,
  client_hash text,
  reason text not null check (reason in ('spam', 'hate', 'harm', 'copied', 'false', 'other')),
  note text not null default '',
  created_at timestamptz(3) not null,
  decision text check (decision in ('dismissed', 'unpublished', 'suspended')),
  decided_at timestamptz(3),
  decided_by uuid references users on delete set null
);
create unique index story_reports_account on story_reports (content_id, reporter_id) where reporter_id is not null;
create unique index story_reports_client on story_reports (content_id, client_hash) where client_hash is not null;
-- The queue walks the first, newest first, and looks by the second whether a report is its story's newest.
create index story_reports_open on story_reports (created_at desc, id desc) where decided_at is null;
create index story_reports_open_story on story_reports (content_id, created_at desc, id desc) where decided_at is null;
create index story_reports_decided on story_reports (decided_at) where decided_at is not null;
create index story_reports_reporter on story_reports (reporter_id) where reporter_id is not null;
create index story_reports_decided_by on story_reports (decided_by) where decided_by is not null;
