-- Texts that are read aloud. `run` grows with every new try: what an earlier one still does counts no more.
create table podcasts (
  id uuid primary key,
  file_name text not null unique,
  title text not null,
  description text not null default '',
  -- One of a story reads what is published of it; any other has its own text.
  content_id uuid unique references contents on delete cascade,
  text text,
  state text not null check (state in ('waiting', 'speaking', 'done', 'failed', 'cancelled')),
  run integer not null default 1,
  parts integer not null default 0,
  parts_done integer not null default 0,
  spoken_ms integer not null default 0,
  failure text,
  -- Since when it is in the public feed.
  published_at timestamptz(3),
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  audio_id text,
  check ((content_id is null) <> (text is null))
);
create index podcasts_newest on podcasts (created_at desc, id desc) where audio_id is not null;
create index podcasts_public on podcasts (published_at desc, id desc) where published_at is not null;
create index podcasts_unfinished on podcasts (created_at desc, id desc) where state <> 'done';

-- Sound files in the storage, noted before they are put there: one that no podcast points at is to be removed.
create table podcast_audio (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  podcast_id uuid references podcasts on delete set null,
  bytes integer not null,
  duration_ms integer not null,
  -- The sentences with their times: [{"text", "kind", "from", "to"}], in milliseconds.
  cues jsonb not null,
  made_at timestamptz(3) not null
);
create index podcast_audio_podcast on podcast_audio (podcast_id);
create index podcast_audio_made on podcast_audio (made_at);
alter table podcasts add foreign key (audio_id) references podcast_audio;

-- Sentences that were spoken, by the voice and the words: an edited text speaks only what changed.
create table speech_segments (
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  bytes integer not null,
  ms integer not null,
  used_at timestamptz(3) not null
);
create index speech_segments_used on speech_segments (used_at);

-- Whose saved stories are a podcast. The feed's address is made of `feed_id` and `version` with a secret of the product; a
-- new version makes another address, and the one before leads nowhere.
create table reading_list_feeds (
  user_id uuid primary key references users on delete cascade,
  feed_id text not null unique,
  version integer not null default 1,
  created_at timestamptz(3) not null
);
