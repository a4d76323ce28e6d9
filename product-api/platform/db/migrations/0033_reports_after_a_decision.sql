-- One open report for each story and person: a story that was decided about may be reported again.
drop index story_reports_account;
drop index story_reports_client;
create unique index story_reports_account on story_reports (content_id, reporter_id)
  where reporter_id is not null and decided_at is null;
create unique index story_reports_client on story_reports (content_id, client_hash)
  where client_hash is not null and decided_at is null;
