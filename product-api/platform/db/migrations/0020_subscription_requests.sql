-- The link of the email that asks an address to confirm: no other email, page or answer carries it, so whoever follows it
-- gets the address's emails. `uuid` is in every newsletter, and newsletters are forwarded.
alter table subscriptions add column confirm_uuid uuid not null default gen_random_uuid();
create unique index subscriptions_confirm_uuid_key on subscriptions (confirm_uuid);

-- What an account asked for at its own address before that was proven. `is_first`: nobody else had asked for it there, so
-- the account may end it; otherwise the account sees its own request only.
create table subscription_requests (
  user_id uuid not null references users on delete cascade,
  subscription_id uuid not null references subscriptions on delete cascade,
  is_first boolean not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'published')),
  asked_at timestamptz(3) not null,
  primary key (user_id, subscription_id)
);
create index subscription_requests_subscription on subscription_requests (subscription_id);

-- Every subscription is sent as often as it says. A follower whose form said otherwise had each story at once, and goes on so.
update subscriptions set frequency = 'published'
  where (author_id is not null or publication_id is not null) and not is_frequency_chosen and frequency <> 'published';
alter table subscriptions drop column is_frequency_chosen;
