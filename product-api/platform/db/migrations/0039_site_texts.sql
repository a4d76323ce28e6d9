-- Beside the version before: yes, it only adds a table.
-- The texts of the site's own pages that administrators have written. A page without a row, or without a published
-- copy, shows the text that came with the program.
create table site_texts (
  page text primary key check (
    page in ('about-us', 'contact-us', 'careers', 'privacy-policy', 'user-agreement', 'cookie-policy')
  ),
  -- The story that is edited: it stays a draft.
  content_id uuid unique references contents on delete set null,
  -- The published copy. Each of these is null until there is one.
  title text,
  intro text,
  content text,
  published_at timestamptz(3),
  published_by uuid references users on delete set null,
  -- The version of the draft that was copied.
  published_version integer,
  -- The uploaded pictures in the published copy: they stay if the draft is deleted.
  upload_ids text[] not null default '{}',
  constraint site_texts_published_whole check (num_nulls(title, intro, content, published_at, published_version) in (0, 5))
);
