import type pg from 'pg'

/** The tables, sorted so that foreign keys point to later ones. */
const tables = [
  ...['pgboss.job', 'changes', 'audit_events', 'subscription_requests', 'subscriptions', 'subscribers'],
  ...['send_recipients', 'send_editions', 'sends', 'send_allowances', 'send_days', 'suppressions', 'soft_bounces'],
  ...['story_mailings', 'story_read_sources', 'story_reads', 'story_read_sums', 'read_days', 'read_batches'],
  ...['upload_uses', 'upload_files', 'upload_owners', 'uploads'],
  ...['reading_list_feeds', 'podcasts', 'podcast_audio', 'speech_segments'],
  ...['thanks', 'thanks_blocks', 'front_page_pins', 'story_reports', 'site_texts'],
  ...['bookmarks', 'working_copies', 'revisions', 'search_documents', 'search_words', 'content_slugs'],
  ...['contents', 'publication_slugs', 'publications'],
  ...[
    'site_settings',
    'passkey_challenges',
    'passkeys',
    'account_tokens',
    'invitations',
    'identities',
    'sessions',
    'users',
  ],
]
/**
 * Inserts that reference these tables have to wait for our locks, so that no rows are added to tables that are empty
 * already.
 */
const referredTo = ['users', 'contents', 'subscribers', 'sends', 'uploads', 'publications']
const bigBytes = 1_000_000

/**
 * Prepares a database for `emptyTables`. In a database function the statements are planned once for each connection,
 * and most tables are only checked: a twentieth of the time of deleting from all of them.
 */
export async function installEmptyTables(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  // TRUNCATE creates new files, which takes ten to a hundred times as long as deleting a few rows.
  const empty = tables.map(
    (table) => `
      if exists (select from ${table}) then
        if pg_relation_size('${table}') > ${bigBytes} then truncate ${tables.join(', ')} restart identity; end if;
        delete from ${table};
      end if;`,
  )
  await client.query(`create function empty_tables() returns void language plpgsql as $$
    begin
      lock table ${referredTo.join(', ')} in access exclusive mode;
      ${empty.join('')}
      perform setval(pg_get_serial_sequence('changes', 'id'), 1, false);
      delete from kept_counts;
      delete from kept_days;
      delete from kept_day_changes;
      delete from audience_counts;
      delete from sitemap_changes;
      delete from sitemap_parts where after_at <> '-infinity';
      update sitemap_parts set stories = 0, lastmod = null;
      update read_windows set last_day = (now() at time zone 'UTC')::date;
    end $$`)
}

/** Deletes all rows. */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  await pool.query('select empty_tables()')
}
