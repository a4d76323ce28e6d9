-- What readers did on a story's page on one day (UTC), beside opening it.
alter table story_reads
  add column began bigint not null default 0,
  add column finished bigint not null default 0,
  add column subscribed bigint not null default 0,
  add column heard_seconds bigint not null default 0;

-- Where the reads of a story came from; at most 50 hosts for each day, the rest is `others`.
create table story_read_sources (
  content_id uuid not null references contents (id) on delete cascade,
  day date not null,
  source text not null,
  reads bigint not null default 0,
  primary key (content_id, day, source)
);
create index story_read_sources_day on story_read_sources (day);

-- The story on whose page a subscription was requested, until it is confirmed.
alter table subscriptions add column asked_on uuid references contents (id) on delete set null;
create index subscriptions_asked_on on subscriptions (asked_on) where asked_on is not null;

-- Writers who want an email about their readers on the first of each month, and the month of the last one.
alter table users
  add column wants_monthly_figures boolean not null default false,
  add column monthly_figures_of date;
create index users_wanting_monthly_figures on users (id) where wants_monthly_figures;
