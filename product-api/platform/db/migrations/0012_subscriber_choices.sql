alter table subscribers
  -- When the mail went out that greets whoever has confirmed for the first time.
  add welcomed_at timestamptz(3),
  -- Until then the process that took this mail sends it; after that another one may.
  add welcoming_until timestamptz(3),
  -- The stories of that mail: they count as received. Null: none.
  add welcome_stories uuid[],
  -- The address is one that is made to be thrown away.
  add is_disposable boolean not null default false;

-- Whoever gets something already is not greeted any more.
update subscribers set welcomed_at = created_at where is_confirmed;
