-- How many there are of what is counted on pages, so that nobody reads a million rows to know. A count is the sum of its
-- rows here: a write only ever adds one, so two writes never wait for each other.
create table kept_counts (
  id bigint primary key generated always as identity,
  counted text not null,
  change integer not null
);

-- One row in a hundred makes one of all that are there. What another transaction is putting together is passed over, so
-- that this neither waits nor counts anything twice; undone with its transaction, it leaves everything as it was.
create function change_count(of_what text, by_how_many integer) returns void language plpgsql as $$
declare
  place bigint;
begin
  insert into kept_counts (counted, change) values (of_what, by_how_many) returning id into place;
  if place % 100 = 0 then
    with taken as (
      delete from kept_counts where id in (select id from kept_counts for update skip locked) returning counted, change)
    insert into kept_counts (counted, change)
      select counted, sum(change) from taken group by counted having sum(change) <> 0;
  end if;
end $$;

create function uncount_all() returns trigger language plpgsql as $$
begin
  delete from kept_counts where counted = any(tg_argv);
  return null;
end $$;

create function count_story() returns trigger language plpgsql as $$
declare
  was integer := (tg_op <> 'INSERT' and not old.is_draft and old.deleted_at is null)::integer;
  is_now integer := (tg_op <> 'DELETE' and not new.is_draft and new.deleted_at is null)::integer;
begin
  if is_now <> was then perform change_count('published_stories', is_now - was); end if;
  return null;
end $$;
create trigger count_story after insert or delete or update of is_draft, deleted_at on contents
  for each row execute function count_story();
create trigger uncount_stories after truncate on contents execute function uncount_all('published_stories');

create function count_user() returns trigger language plpgsql as $$
begin
  perform change_count('users', case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $$;
create trigger count_user after insert or delete on users for each row execute function count_user();
create trigger uncount_users after truncate on users execute function uncount_all('users');

alter table subscribers
  -- Whether it has a subscription that is not ended, and one that is confirmed besides; its subscriptions' trigger says so.
  add is_subscribed boolean not null default false,
  add is_confirmed boolean not null default false;

create function count_subscriber() returns trigger language plpgsql as $$
declare
  was_subscribed integer := (tg_op <> 'INSERT' and old.is_subscribed)::integer;
  is_subscribed_now integer := (tg_op <> 'DELETE' and new.is_subscribed)::integer;
  was_confirmed integer := (tg_op <> 'INSERT' and old.is_confirmed)::integer;
  is_confirmed_now integer := (tg_op <> 'DELETE' and new.is_confirmed)::integer;
begin
  if is_subscribed_now <> was_subscribed then
    perform change_count('subscribers', is_subscribed_now - was_subscribed);
  end if;
  if is_confirmed_now <> was_confirmed then
    perform change_count('confirmed_subscribers', is_confirmed_now - was_confirmed);
  end if;
  return null;
end $$;
create trigger count_subscriber after insert or delete or update of is_subscribed, is_confirmed on subscribers
  for each row execute function count_subscriber();
create trigger uncount_subscribers after truncate on subscribers
  execute function uncount_all('subscribers', 'confirmed_subscribers');

-- Held before it is looked at: another transaction may just be ending the same subscriber's other subscription.
create function mark_subscriber() returns trigger language plpgsql as $$
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
    update subscribers set is_subscribed = found.any_live, is_confirmed = found.any_confirmed
    from (select count(*) > 0 as any_live, count(confirmed_at) > 0 as any_confirmed
          from subscriptions where subscriber_id = owner and ended_at is null) as found
    where id = owner and (is_subscribed, is_confirmed) is distinct from (any_live, any_confirmed);
  end loop;
  return null;
end $$;
create trigger mark_subscriber after insert or delete or update of subscriber_id, confirmed_at, ended_at on subscriptions
  for each row execute function mark_subscriber();

insert into kept_counts (counted, change)
  select 'published_stories', count(*) from contents where not is_draft and deleted_at is null
  union all select 'users', count(*) from users;
update subscribers set is_subscribed = true, is_confirmed = live.any_confirmed
from (select subscriber_id, bool_or(confirmed_at is not null) as any_confirmed
      from subscriptions where ended_at is null group by subscriber_id) as live
where id = live.subscriber_id;
