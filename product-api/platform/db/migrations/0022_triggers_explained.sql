-- Says in the database what each trigger keeps, and why: docs/triggers.md is made from it.
comment on trigger count_story on contents is
  'Counts published stories in kept_counts, so that a page says how many there are without reading them.';
comment on trigger uncount_stories on contents is 'Forgets the count of count_story when the table is emptied.';
comment on trigger mark_sitemap on contents is
  'Notes in sitemap_changes where a published story appeared, changed or went, so that the job divide-sitemap looks only at the sitemap files that changed.';
comment on trigger reset_sitemap on contents is 'Starts the sitemap with one empty file when the table is emptied.';

comment on trigger count_user on users is
  'Counts users in kept_counts, for the administrators'' figures.';
comment on trigger uncount_users on users is 'Forgets the count of count_user when the table is emptied.';
comment on trigger count_sign_ups on users is
  'Counts sign-ups by day in kept_day_changes, which are added up in kept_days: for the administrators'' chart. The count stays when an account is deleted.';
comment on trigger forget_sign_ups on users is 'Forgets the counts of count_sign_ups when the table is emptied.';

comment on trigger count_subscribers_inserted on subscribers is
  'Counts subscribers with a subscription that has not ended, and those with a confirmed one, in kept_counts.';
comment on trigger count_subscribers_deleted on subscribers is 'As count_subscribers_inserted.';
comment on trigger count_subscribers_updated on subscribers is 'As count_subscribers_inserted.';
comment on trigger uncount_subscribers on subscribers is 'Forgets the counts of count_subscribers_inserted when the table is emptied.';
comment on trigger count_confirmed_days on subscribers is
  'Counts subscribers who had no confirmed subscription and now have one, by the day of the confirmation, in kept_day_changes, which are added up in kept_days: for the administrators'' chart.';
comment on trigger forget_confirmed_days on subscribers is 'Forgets the counts of count_confirmed_days when the table is emptied.';

comment on trigger count_audience_inserted on subscriptions is
  'Counts confirmed subscriptions by list (category, publication or author) and frequency in audience_counts, so that a preview says how many a send reaches without reading a million rows.';
comment on trigger count_audience_deleted on subscriptions is 'As count_audience_inserted.';
comment on trigger count_audience_updated on subscriptions is 'As count_audience_inserted.';
comment on trigger uncount_audiences on subscriptions is 'Forgets the counts of count_audience_inserted when the table is emptied.';
comment on trigger mark_subscribers_inserted on subscriptions is
  'Keeps a subscriber''s is_subscribed, is_confirmed and digests true to its subscriptions. When digests changes, digest_at becomes null, and the next digest''s time is computed again. It locks the subscriber''s row first. Its write runs the triggers of subscribers.';
comment on trigger mark_subscribers_deleted on subscriptions is 'As mark_subscribers_inserted.';
comment on trigger mark_subscribers_updated on subscriptions is
  'As mark_subscribers_inserted, for subscriptions whose owner, confirmation, end or frequency changed.';

comment on trigger count_recipients_inserted on send_recipients is
  'Keeps a send''s count of recipients in each state (sends.queued, sent, failed, …), for its progress and its report.';
comment on trigger count_recipients_updated on send_recipients is 'As count_recipients_inserted.';
