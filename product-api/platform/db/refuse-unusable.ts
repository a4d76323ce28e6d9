import pg from 'pg'

const oldestVersion = 15

/** @throws Error with one sentence if the server does not answer, refuses the log-in or is too old. */
export async function refuseUnusable(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  let version: number
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    )
    version = rows[0]?.version ?? 0
  } catch (cause) {
    throw new Error(`The database of DATABASE_URL (${client.host}:${client.port}) can't be used: ${reasonOf(cause)}`, {
      cause,
    })
  } finally {
    await client.end().catch(() => undefined)
  }
  if (version < oldestVersion * 10_000) {
    throw new Error(
      `The database of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}: ${oldestVersion} or newer is needed`,
    )
  }
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string }
  return message || code || 'it does not answer'
}
