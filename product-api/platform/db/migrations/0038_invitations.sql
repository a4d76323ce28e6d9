-- Beside the version before: yes, it only adds a table, and columns that may be empty.
-- Administrators invite people by email. A withdrawn invitation is deleted.
create table invitations (
  id uuid primary key,
  email text not null,
  -- SHA-256 in hex of the token in the newest email; null before that is written, and once the invitation is accepted.
  token_hash text unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid references users on delete cascade
);
-- One open invitation for each address: inviting again renews it.
create unique index invitations_open on invitations (lower(email)) where accepted_at is null;
create index invitations_newest on invitations (created_at desc, id desc);
create index invitations_invited_by on invitations (invited_by) where invited_by is not null;
create index invitations_accepted_by on invitations (accepted_by) where accepted_by is not null;

-- When an administrator let this person in, and who it was; null for people who came by themselves.
alter table users
  add invited_at timestamptz(3),
  add invited_by uuid references users on delete set null;
