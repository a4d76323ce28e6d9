-- What a subscriber has chosen for everything that comes: when its morning is, and a pause.
alter table subscribers
  add time_zone text not null default 'UTC',
  -- Nothing goes out before then, and nothing that was published before then afterwards.
  add paused_until timestamptz(3),
  -- How often a digest may be due; its subscriptions' trigger says so.
  add digests text check (digests in ('daily', 'weekly')),
  -- When the next digest is due; null where nobody has worked it out yet.
  add digest_at timestamptz(3);
create index subscribers_digest_due on subscribers (digest_at, id) where digests is not null;

alter table subscriptions
  drop constraint subscriptions_frequency_check,
  add constraint subscriptions_frequency_check check (frequency in ('daily', 'weekly', 'published')),
  -- Its owner has chosen the frequency; else it is what a form came with.
  add is_frequency_chosen boolean not null default false,
  -- Why its owner ended it, where they said so.
  add end_reason text;

-- How many confirmed subscriptions each list has by frequency, as in kept_counts: a count is the sum of its rows.
create table audience_counts (
  id bigint primary key generated always as identity,
  list text not null,
  frequency text not null,
  change integer not null
);
create index audience_counts_list on audience_counts (list, frequency);

-- `category:fiction`, `publication:<id>` or `author:<id>`.
create function list_of(category text, publication_id uuid, author_id uuid) returns text language sql immutable as $$
  select coalesce('category:' || category, 'publication:' || publication_id, 'author:' || author_id)
$$;

create function change_audience(of_list text, of_frequency text, by_how_many integer) returns void language plpgsql as $$
declare
  place bigint;
begin
  insert into audience_counts (list, frequency, change) values (of_list, of_frequency, by_how_many) returning id into place;
  if place % 20 = 0 then
    with taken as (
      delete from audience_counts where id in (
        select id from audience_counts where list = of_list and frequency = of_frequency for update skip locked)
      returning change)
    insert into audience_counts (list, frequency, change)
      select of_list, of_frequency, sum(change) from taken having sum(change) <> 0;
  end if;
end $$;

create function count_audience_inserted() returns trigger language plpgsql as $$
begin
  perform change_audience(list, frequency, change) from (
    select list_of(category, publication_id, author_id) as list, frequency, count(*)::integer as change from after_rows
    where confirmed_at is not null and ended_at is null group by 1, 2) as changes;
  return null;
end $$;
create function count_audience_deleted() returns trigger language plpgsql as $$
begin
  perform change_audience(list, frequency, change) from (
    select list_of(category, publication_id, author_id) as list, frequency, -count(*)::integer as change from before_rows
    where confirmed_at is not null and ended_at is null group by 1, 2) as changes;
  return null;
end $$;
create function count_audience_updated() returns trigger language plpgsql as $$
begin
  perform change_audience(list, frequency, change) from (
    select list, frequency, sum(change)::integer as change from (
      select list_of(category, publication_id, author_id) as list, frequency, -1 as change from before_rows
      where confirmed_at is not null and ended_at is null
      union all
      select list_of(category, publication_id, author_id), frequency, 1 from after_rows
      where confirmed_at is not null and ended_at is null) as each
    group by 1, 2 having sum(change) <> 0) as changes;
  return null;
end $$;
create function uncount_audiences() returns trigger language plpgsql as $$
begin
  delete from audience_counts;
  return null;
end $$;
create trigger count_audience_inserted after insert on subscriptions
  referencing new table as after_rows for each statement execute function count_audience_inserted();
create trigger count_audience_deleted after delete on subscriptions
  referencing old table as before_rows for each statement execute function count_audience_deleted();
create trigger count_audience_updated after update on subscriptions
  referencing old table as before_rows new table as after_rows for each statement execute function count_audience_updated();
create trigger uncount_audiences after truncate on subscriptions execute function uncount_audiences();
insert into audience_counts (list, frequency, change)
  select list_of(category, publication_id, author_id), frequency, count(*) from subscriptions
  where confirmed_at is not null and ended_at is null group by 1, 2;

-- As before, and which digests its owner gets: when that changes, the next one is worked out anew.
create or replace function mark_subscriber() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  for owner in
    select distinct id from unnest(array[
      case when tg_op <> 'INSERT' then old.subscriber_id end,
      case when tg_op <> 'DELETE' then new.subscriber_id end]) as id
    where id is not null order by id
  loop
    perform from subscribers where id = owner for no key update;
    update subscribers set
      is_subscribed = found.any_live, is_confirmed = found.any_confirmed, digests = found.frequency,
      digest_at = case when digests is distinct from found.frequency then null else digest_at end
    from (select count(*) > 0 as any_live, count(confirmed_at) > 0 as any_confirmed,
            min(frequency) filter (where confirmed_at is not null and frequency <> 'published') as frequency
          from subscriptions where subscriber_id = owner and ended_at is null) as found
    where id = owner
      and (is_subscribed, is_confirmed, digests) is distinct from (any_live, any_confirmed, found.frequency);
  end loop;
  return null;
end $$;
drop trigger mark_subscriber on subscriptions;
create trigger mark_subscriber after insert or delete or update of subscriber_id, confirmed_at, ended_at, frequency
  on subscriptions for each row execute function mark_subscriber();
update subscribers set digests = found.frequency
from (select subscriber_id, min(frequency) as frequency from subscriptions
      where confirmed_at is not null and ended_at is null group by 1) as found
where id = found.subscriber_id;

-- One sending of mails to many: a list's digest that an administrator sends (campaign), everybody's own digests of one
-- quarter of an hour (digest), or one story (story).
create table sends (
  id uuid primary key,
  kind text not null check (kind in ('campaign', 'digest', 'story')),
  env text not null check (env in ('test', 'prod')),
  category text,
  frequency text check (frequency in ('daily', 'weekly')),
  -- E.g. `2026-11-23`, `2026-W48` or `2026-11-23T06:15Z`.
  period text not null,
  content_id uuid,
  created_by uuid references users on delete set null,
  -- What may never go out twice.
  key text not null,
  state text not null check (state in ('freezing', 'sending', 'paused', 'cancelled', 'done')),
  -- Why it is paused: an administrator said so, the mail server does not answer, or it refuses one mail after the other.
  paused_by text check (paused_by in ('operator', 'no_answer', 'refusals')),
  -- What the mail server said, where it takes nothing.
  pause_answer text,
  -- When a send that waits for the mail server is tried again.
  resume_at timestamptz(3),
  -- Names the send in return paths, and proves that these are ours.
  mark text not null,
  secret text not null,
  created_at timestamptz(3) not null,
  frozen_at timestamptz(3),
  ended_at timestamptz(3),
  -- How many recipients are in which state; kept by the trigger of the recipients.
  queued integer not null default 0,
  sending integer not null default 0,
  sent integer not null default 0,
  uncertain integer not null default 0,
  bounced integer not null default 0,
  failed integer not null default 0,
  left_out integer not null default 0,
  cancelled integer not null default 0
);
create unique index sends_key on sends (key);
create unique index sends_mark on sends (mark);
create index sends_created on sends (created_at desc, id desc);
create index sends_open on sends (state, id) where state in ('freezing', 'sending', 'paused');

-- Which stories some recipients of a send get: all who get the same ones share an edition.
create table send_editions (
  id uuid primary key,
  send_id uuid not null references sends on delete cascade,
  -- In the order of the mail.
  stories uuid[] not null,
  -- The stories as one word.
  key text not null,
  -- When the last story of it was published.
  newest_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  unique (send_id, key)
);
create index send_editions_stories on send_editions using gin (stories);

-- The ledger: one row per send and subscriber. It refers to nothing, so that it stays true whoever goes.
create table send_recipients (
  send_id uuid not null,
  subscriber_id uuid not null,
  -- By which subscription, for the links of the mail; null for a test.
  subscription_id uuid,
  edition_id uuid not null,
  -- Of the address, for what is allowed to each.
  domain text not null,
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'uncertain', 'bounced', 'failed', 'left_out', 'cancelled')),
  -- When it may be tried.
  due_at timestamptz(3) not null,
  -- Until then the process that took it sends it; after that another one may.
  lease_until timestamptz(3),
  -- Tries that a mail server answered.
  tries smallint not null default 0,
  -- Its due time is its place in the line of its domain.
  is_placed boolean not null default false,
  -- Where nobody can say how this try ends, no other one follows.
  is_last_try boolean not null default false,
  -- Why it failed, bounced or was left out, in a word; and what the mail server said.
  reason text,
  answer text,
  changed_at timestamptz(3) not null,
  primary key (subscriber_id, send_id)
);
create index send_recipients_due on send_recipients (send_id, due_at) where state = 'queued';
create index send_recipients_leased on send_recipients (send_id, lease_until) where state = 'sending';
create index send_recipients_uncertain on send_recipients (send_id, due_at) where state = 'uncertain';
create index send_recipients_ended on send_recipients (send_id, state, subscriber_id)
  where state in ('uncertain', 'bounced', 'failed', 'left_out');

create function count_recipients_inserted() returns trigger language plpgsql as $$
begin
  update sends set
    queued = sends.queued + c.queued, sending = sends.sending + c.sending, sent = sends.sent + c.sent,
    uncertain = sends.uncertain + c.uncertain, bounced = sends.bounced + c.bounced, failed = sends.failed + c.failed,
    left_out = sends.left_out + c.left_out, cancelled = sends.cancelled + c.cancelled
  from (
    select send_id,
      count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'sending') as sending,
      count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'uncertain') as uncertain,
      count(*) filter (where state = 'bounced') as bounced, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'left_out') as left_out, count(*) filter (where state = 'cancelled') as cancelled
    from after_rows group by send_id) as c
  where sends.id = c.send_id;
  return null;
end $$;
create function count_recipients_updated() returns trigger language plpgsql as $$
begin
  update sends set
    queued = sends.queued + c.queued, sending = sends.sending + c.sending, sent = sends.sent + c.sent,
    uncertain = sends.uncertain + c.uncertain, bounced = sends.bounced + c.bounced, failed = sends.failed + c.failed,
    left_out = sends.left_out + c.left_out, cancelled = sends.cancelled + c.cancelled
  from (
    select send_id,
      coalesce(sum(n) filter (where state = 'queued'), 0) as queued,
      coalesce(sum(n) filter (where state = 'sending'), 0) as sending,
      coalesce(sum(n) filter (where state = 'sent'), 0) as sent,
      coalesce(sum(n) filter (where state = 'uncertain'), 0) as uncertain,
      coalesce(sum(n) filter (where state = 'bounced'), 0) as bounced,
      coalesce(sum(n) filter (where state = 'failed'), 0) as failed,
      coalesce(sum(n) filter (where state = 'left_out'), 0) as left_out,
      coalesce(sum(n) filter (where state = 'cancelled'), 0) as cancelled
    from (select send_id, state, -1 as n from before_rows union all select send_id, state, 1 from after_rows) as each
    group by send_id) as c
  where sends.id = c.send_id;
  return null;
end $$;
create trigger count_recipients_inserted after insert on send_recipients
  referencing new table as after_rows for each statement execute function count_recipients_inserted();
create trigger count_recipients_updated after update on send_recipients
  referencing old table as before_rows new table as after_rows for each statement execute function count_recipients_updated();

-- When the next mail may go out: to anybody (''), and to each domain. One row each, so that all processes share it.
create table send_allowances (
  domain text primary key,
  next_at timestamptz(3) not null
);
-- How many mails went out on which day, for the warm-up.
create table send_days (
  day date primary key,
  mails integer not null
);

-- Addresses that newsletters no longer go to, whatever they are subscribed to. Other mails do go there.
create table suppressions (
  id uuid primary key,
  email text not null,
  reason text not null check (reason in ('hard_bounce', 'soft_bounces', 'complaint', 'manual')),
  -- What the mail server or the report said.
  detail text not null default '',
  send_id uuid,
  created_at timestamptz(3) not null
);
create unique index suppressions_email_key on suppressions (lower(email));
create index suppressions_created on suppressions (created_at desc, id desc);

-- Bounces that may pass, such as a full mailbox: several of them on several days suppress an address.
create table soft_bounces (
  email text not null,
  day date not null,
  detail text not null default '',
  primary key (email, day)
);

-- What all processes of this product know and nobody else.
create table kept_secrets (
  name text primary key,
  value text not null
);
