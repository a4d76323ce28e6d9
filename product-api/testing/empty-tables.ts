import type pg from 'pg'

const tables = [
  ...['users', 'sessions', 'identities', 'account_tokens', 'passkeys', 'passkey_challenges', 'audit_events'],
  ...['publications', 'contents', 'content_slugs', 'search_documents', 'search_words', 'changes'],
  ...['subscribers', 'subscriptions', 'pgboss.job'],
]

/** Makes a database as new, but for its tables. */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  await pool.query(`truncate ${tables.join(', ')} restart identity`)
}
