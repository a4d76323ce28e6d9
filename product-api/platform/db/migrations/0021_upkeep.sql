-- Since when a sound file is no longer its podcast's: listeners and podcast apps get it for a while longer. Those of
-- before count from today.
alter table podcast_audio add column replaced_at timestamptz(3);
update podcast_audio set replaced_at = now()
  where podcast_id is not null and not exists (select from podcasts where podcasts.audio_id = podcast_audio.id);

-- The author's name that a story's words were counted with, so that a change of it takes the same words away, whenever
-- and however often its job runs. Nothing if that is not known: then it is the name that the job was told.
alter table search_documents add column author text;
