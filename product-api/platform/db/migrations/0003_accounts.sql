alter table users
  -- When the address was shown to be this person's; null until then.
  add email_proven_at timestamptz(3),
  add pending_email text;

-- Accounts elsewhere by which people sign in: the provider's issuer and its own name for the person.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

alter table sessions
  -- Names a session to its owner; the token's hash stays inside.
  add id uuid not null default gen_random_uuid(),
  add method text not null default 'password' check (method in ('password', 'google', 'passkey')),
  add last_seen_at timestamptz(3) not null default now(),
  add address text not null default '',
  add user_agent text not null default '';
create unique index sessions_id_key on sessions (id);

-- What a link in a mail carries, hashed; gone once it is used.
create table account_tokens (
  token_hash text primary key,
  purpose text not null check (purpose in ('reset_password', 'prove_email', 'change_email')),
  user_id uuid not null references users on delete cascade,
  -- The address that following the link proves.
  email text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index account_tokens_user on account_tokens (user_id, purpose);
create index account_tokens_expiry on account_tokens (expires_at);

create table passkeys (
  -- The credential's id in base64url.
  id text primary key,
  user_id uuid not null references users on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id);

create table passkey_challenges (
  id uuid primary key,
  challenge text not null,
  -- Whose passkey is being made; null while somebody signs in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Who did what, when, from where. Rows outlive the people: no reference, and the address is in the row.
create table audit_events (
  id uuid primary key,
  at timestamptz(3) not null,
  action text not null,
  actor_id uuid,
  -- Whose account it was done to.
  user_id uuid,
  email text not null default '',
  address text not null default '',
  user_agent text not null default '',
  details jsonb not null default '{}'
);
create index audit_events_user on audit_events (user_id, action, at desc);
create index audit_events_time on audit_events (at desc);
