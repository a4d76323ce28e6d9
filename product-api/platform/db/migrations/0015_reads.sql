-- Reads of stories come from the web in batches. A batch that comes twice counts once.
create table read_batches (
  id uuid primary key,
  received_at timestamptz(3) not null
);
create index read_batches_received on read_batches (received_at);

-- Days are days in UTC.
create table read_days (
  day date primary key,
  reads bigint not null default 0,
  crawler_reads bigint not null default 0
);

create table story_reads (
  content_id uuid not null references contents (id) on delete cascade,
  day date not null,
  reads bigint not null default 0,
  crawler_reads bigint not null default 0,
  primary key (content_id, day)
);
create index story_reads_day on story_reads (day);

-- The reads of each story in the last 7, 30, 90 and 364 days, the present one included, so that the most read ones are the
-- first of an index. `read_windows.last_day` is the present day of all of these sums.
create table story_read_sums (
  content_id uuid primary key references contents (id) on delete cascade,
  reads bigint not null default 0,
  crawler_reads bigint not null default 0,
  reads_7 bigint not null default 0,
  reads_30 bigint not null default 0,
  reads_90 bigint not null default 0,
  reads_364 bigint not null default 0
);
create index story_read_sums_7 on story_read_sums (reads_7 desc, content_id) where reads_7 > 0;
create index story_read_sums_30 on story_read_sums (reads_30 desc, content_id) where reads_30 > 0;
create index story_read_sums_90 on story_read_sums (reads_90 desc, content_id) where reads_90 > 0;
create index story_read_sums_364 on story_read_sums (reads_364 desc, content_id) where reads_364 > 0;

-- One row, and held by whoever adds reads or moves the present day on: the sums are always those of one day.
create table read_windows (
  is_only boolean primary key default true check (is_only),
  last_day date not null
);
insert into read_windows (last_day) values ((now() at time zone 'UTC')::date);

-- How often something happened on a day. As with kept_counts a write only adds a row of its own; what has gathered is put
-- together by one transaction at a time, so that nobody waits for another.
create table kept_days (
  counted text not null,
  day date not null,
  count bigint not null,
  primary key (counted, day)
);
create table kept_day_changes (
  id bigint primary key generated always as identity,
  counted text not null,
  day date not null,
  change integer not null
);

create function change_day(of_what text, on_day date, by_how_many integer) returns void language plpgsql as $$
declare
  place bigint;
begin
  insert into kept_day_changes (counted, day, change) values (of_what, on_day, by_how_many) returning id into place;
  if place % 100 = 0 and pg_try_advisory_xact_lock(7204915) then
    with taken as (
      delete from kept_day_changes where id in (select id from kept_day_changes for update skip locked)
      returning counted, day, change)
    insert into kept_days (counted, day, count)
      select counted, day, sum(change) from taken group by counted, day
    on conflict (counted, day) do update set count = kept_days.count + excluded.count;
  end if;
end $$;

create function forget_days() returns trigger language plpgsql as $$
begin
  delete from kept_day_changes where counted = any(tg_argv);
  delete from kept_days where counted = any(tg_argv);
  return null;
end $$;

-- What happened on a day stays true when the account or the subscriber goes.
create function count_sign_ups() returns trigger language plpgsql as $$
begin
  perform change_day('sign_ups', day, count) from (
    select (created_at at time zone 'UTC')::date as day, count(*)::integer as count
    from added group by 1 order by 1) as each;
  return null;
end $$;
create trigger count_sign_ups after insert on users
  referencing new table as added for each statement execute function count_sign_ups();
create trigger forget_sign_ups after truncate on users execute function forget_days('sign_ups');

-- A subscriber counts on the day of the confirmation with which it became a confirmed one.
create function count_confirmed_on(confirmed uuid[]) returns void language plpgsql as $$
begin
  perform change_day('confirmed_subscribers', day, count) from (
    select (at at time zone 'UTC')::date as day, count(*)::integer as count
    from unnest(confirmed) as owner, lateral (
      select max(confirmed_at) as at from subscriptions where subscriber_id = owner and ended_at is null) as newest
    where at is not null group by 1 order by 1) as each;
end $$;
create function count_confirmed_days() returns trigger language plpgsql as $$
begin
  perform count_confirmed_on(owners) from (
    select array_agg(after_rows.id) as owners from after_rows join before_rows using (id)
    where after_rows.is_confirmed and not before_rows.is_confirmed) as these
  where owners is not null;
  return null;
end $$;
create trigger count_confirmed_days after update on subscribers
  referencing old table as before_rows new table as after_rows for each statement execute function count_confirmed_days();
create trigger forget_confirmed_days after truncate on subscribers execute function forget_days('confirmed_subscribers');

insert into kept_days (counted, day, count)
  select 'sign_ups', (created_at at time zone 'UTC')::date, count(*) from users group by 2
  union all
  select 'confirmed_subscribers', (at at time zone 'UTC')::date, count(*) from (
    select min(confirmed_at) as at from subscriptions
    where ended_at is null and confirmed_at is not null group by subscriber_id) as each
  group by 2;
