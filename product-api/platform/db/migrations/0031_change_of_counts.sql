-- Each count also keeps its change by day (UTC), so that a total can be shown with what it was a month ago. As
-- `change_of_…` in kept_days: what happened on a day and was undone on another counts on both days.
create or replace function change_count(of_what text, by_how_many integer) returns void language plpgsql as $$
declare
  place bigint;
begin
  perform change_day('change_of_' || of_what, (now() at time zone 'UTC')::date, by_how_many);
  insert into kept_counts (counted, change) values (of_what, by_how_many) returning id into place;
  if place % 100 = 0 then
    with taken as (
      delete from kept_counts where id in (select id from kept_counts for update skip locked) returning counted, change)
    insert into kept_counts (counted, change)
      select counted, sum(change) from taken group by counted having sum(change) <> 0;
  end if;
end $$;

create or replace function uncount_all() returns trigger language plpgsql as $$
begin
  delete from kept_counts where counted = any(tg_argv);
  delete from kept_day_changes where counted in (select 'change_of_' || name from unnest(tg_argv) as name);
  delete from kept_days where counted in (select 'change_of_' || name from unnest(tg_argv) as name);
  return null;
end $$;

-- Before today only those who are still here are known, by the day on which they came.
insert into kept_days (counted, day, count)
  select 'change_of_users', (created_at at time zone 'UTC')::date, count(*) from users group by 2
  union all
  select 'change_of_subscribers', (created_at at time zone 'UTC')::date, count(*)
  from subscribers where is_subscribed group by 2
  union all
  select 'change_of_confirmed_subscribers', (at at time zone 'UTC')::date, count(*) from (
    select max(confirmed_at) as at from subscriptions
    where ended_at is null and confirmed_at is not null group by subscriber_id) as each
  group by 2
  union all
  select 'change_of_published_stories', (published_at at time zone 'UTC')::date, count(*)
  from contents where not is_draft and deleted_at is null and published_at is not null group by 2;

comment on trigger count_story on contents is
  'Counts published stories in kept_counts, so that a page says how many there are without reading them, and their change by day in kept_days.';
comment on trigger count_user on users is
  'Counts users in kept_counts, and their change by day in kept_days, for the administrators'' figures.';
comment on trigger count_subscribers_inserted on subscribers is
  'Counts subscribers with a subscription that has not ended, and those with a confirmed one, in kept_counts, and the change of both by day in kept_days.';
