-- What an import adds by the thousand is counted and marked by the statement, not by the row.
drop trigger count_subscriber on subscribers;
drop function count_subscriber();

create function count_subscribers(subscribed integer, confirmed integer) returns void language plpgsql as $$
begin
  if subscribed <> 0 then perform change_count('subscribers', subscribed); end if;
  if confirmed <> 0 then perform change_count('confirmed_subscribers', confirmed); end if;
end $$;

create function count_subscribers_inserted() returns trigger language plpgsql as $$
begin
  perform count_subscribers(count(*) filter (where is_subscribed)::integer, count(*) filter (where is_confirmed)::integer)
  from after_rows;
  return null;
end $$;
create function count_subscribers_deleted() returns trigger language plpgsql as $$
begin
  perform count_subscribers(-count(*) filter (where is_subscribed)::integer, -count(*) filter (where is_confirmed)::integer)
  from before_rows;
  return null;
end $$;
create function count_subscribers_updated() returns trigger language plpgsql as $$
begin
  perform count_subscribers(coalesce(sum(subscribed), 0)::integer, coalesce(sum(confirmed), 0)::integer) from (
    select -is_subscribed::integer as subscribed, -is_confirmed::integer as confirmed from before_rows
    union all select is_subscribed::integer, is_confirmed::integer from after_rows) as each;
  return null;
end $$;
create trigger count_subscribers_inserted after insert on subscribers
  referencing new table as after_rows for each statement execute function count_subscribers_inserted();
create trigger count_subscribers_deleted after delete on subscribers
  referencing old table as before_rows for each statement execute function count_subscribers_deleted();
create trigger count_subscribers_updated after update on subscribers
  referencing old table as before_rows new table as after_rows for each statement execute function count_subscribers_updated();

drop trigger mark_subscriber on subscriptions;
drop function mark_subscriber();

-- Held before they are looked at, in one order: another transaction may just be ending another subscription of one of them.
create function mark_subscribers(owners uuid[]) returns void language plpgsql as $$
begin
  perform from subscribers where id = any(owners) order by id for no key update;
  update subscribers set
    is_subscribed = found.any_live, is_confirmed = found.any_confirmed, digests = found.frequency,
    digest_at = case when digests is distinct from found.frequency then null else digest_at end
  from unnest(owners) as owner, lateral (
    select count(*) > 0 as any_live, count(confirmed_at) > 0 as any_confirmed,
      min(subscriptions.frequency) filter (where confirmed_at is not null and subscriptions.frequency <> 'published') as frequency
    from subscriptions where subscriber_id = owner and ended_at is null) as found
  where subscribers.id = owner
    and (is_subscribed, is_confirmed, digests) is distinct from (any_live, any_confirmed, found.frequency);
end $$;

create function mark_subscribers_inserted() returns trigger language plpgsql as $$
begin
  perform mark_subscribers(owners) from (select array_agg(distinct subscriber_id) as owners from after_rows) as these
  where owners is not null;
  return null;
end $$;
create function mark_subscribers_deleted() returns trigger language plpgsql as $$
begin
  perform mark_subscribers(owners) from (select array_agg(distinct subscriber_id) as owners from before_rows) as these
  where owners is not null;
  return null;
end $$;
-- Of what was written only what matters here: a statement's trigger knows no columns.
create function mark_subscribers_updated() returns trigger language plpgsql as $$
begin
  perform mark_subscribers(owners) from (
    select array_agg(distinct subscriber_id) as owners from (
      (select id, subscriber_id, confirmed_at, ended_at, frequency from before_rows
       except select id, subscriber_id, confirmed_at, ended_at, frequency from after_rows)
      union all
      (select id, subscriber_id, confirmed_at, ended_at, frequency from after_rows
       except select id, subscriber_id, confirmed_at, ended_at, frequency from before_rows)) as changed) as these
  where owners is not null;
  return null;
end $$;
create trigger mark_subscribers_inserted after insert on subscriptions
  referencing new table as after_rows for each statement execute function mark_subscribers_inserted();
create trigger mark_subscribers_deleted after delete on subscriptions
  referencing old table as before_rows for each statement execute function mark_subscribers_deleted();
create trigger mark_subscribers_updated after update on subscriptions
  referencing old table as before_rows new table as after_rows for each statement execute function mark_subscribers_updated();

alter table subscriptions
  -- When its owner confirmed it elsewhere, by the word of an import; `confirmed_at` is then when it came here.
  add proven_at timestamptz(3);
