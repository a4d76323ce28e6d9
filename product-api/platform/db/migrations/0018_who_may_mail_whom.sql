-- An administrator lets the stories of this author go to the subscribers of their categories.
alter table users
  add mailing_approved_at timestamptz(3),
  add mailing_approved_by uuid references users on delete set null;
create index users_mailing_approved_by on users (mailing_approved_by) where mailing_approved_by is not null;

-- When it became public again after it had been a draft in between; `published_at` stays the first time.
alter table contents add republished_at timestamptz(3);

-- What was decided about emailing a story that was published with 'Send Newsletter'.
create table story_mailings (
  content_id uuid primary key references contents on delete cascade,
  author_id uuid references users on delete set null,
  -- To whose subscribers it goes; an edit of the story does not change it.
  category text not null,
  -- Refused: emailed to nobody. Held: only to followers, until an administrator decides. Declined: they said no.
  state text not null check (state in ('refused', 'held', 'declined', 'sent')),
  reason text check (reason in ('no_author', 'suspended', 'unproven', 'new_author', 'one_a_day')),
  -- The day (UTC) on which it goes to the subscribers: one a day of each author.
  mailed_on date,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid references users on delete set null
);
create index story_mailings_held on story_mailings (created_at desc, content_id desc) where state = 'held';
create index story_mailings_mailed on story_mailings (author_id, mailed_on) where mailed_on is not null;
create index story_mailings_decided_by on story_mailings (decided_by) where decided_by is not null;

-- Which part of the readers a story's send is for.
alter table sends add audience text check (audience in ('followers', 'subscribers', 'everyone'));
create index sends_content on sends (content_id) where content_id is not null;
update sends set audience = 'everyone' where kind = 'story';
insert into story_mailings (content_id, author_id, category, state, created_at)
  select c.id, c.author_id, c.category, 'sent', s.created_at
  from sends s join contents c on c.id = s.content_id where s.kind = 'story' and s.key = 'story:' || c.id;
