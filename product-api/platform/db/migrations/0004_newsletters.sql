-- An address that gets mail, with or without an account.
create table subscribers (
  id uuid primary key,
  email text not null,
  -- When a mail last asked it to confirm something, or will ask.
  asked_at timestamptz(3),
  -- When such a mail last went out: what was asked for after that is not in it.
  mailed_at timestamptz(3),
  -- Until then no other job sends such a mail: one does, or did, or was cut off while it did.
  sending_until timestamptz(3),
  -- How many such mails went out since it last confirmed anything: each waits longer than the one before.
  asks integer not null default 0,
  -- When its owner said that it must not be asked again; holds for 180 days.
  refused_at timestamptz(3),
  created_at timestamptz(3) not null
);
create unique index subscribers_email_key on subscribers (lower(email));

-- One thing that one address gets mail about: exactly one of category, publication and author. A send keeps a row per
-- recipient that refers to this one.
create table subscriptions (
  id uuid primary key,
  -- What the links in mails carry: random, and worth a confirmation or an end of the subscription.
  uuid uuid not null,
  subscriber_id uuid not null references subscribers on delete cascade,
  category text,
  publication_id uuid references publications on delete cascade,
  author_id uuid references users on delete cascade,
  frequency text not null check (frequency in ('daily', 'weekly')),
  -- When it was last asked for.
  asked_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint subscriptions_one_target check (num_nonnulls(category, publication_id, author_id) = 1)
);
create unique index subscriptions_uuid_key on subscriptions (uuid);
create unique index subscriptions_target_key on subscriptions
  (subscriber_id, coalesce(category, ''), coalesce(publication_id, author_id, '00000000-0000-0000-0000-000000000000'::uuid));
create index subscriptions_category on subscriptions (category, frequency, id)
  where confirmed_at is not null and ended_at is null and category is not null;
create index subscriptions_publication on subscriptions (publication_id, id)
  where confirmed_at is not null and ended_at is null and publication_id is not null;
create index subscriptions_author on subscriptions (author_id, id)
  where confirmed_at is not null and ended_at is null and author_id is not null;
