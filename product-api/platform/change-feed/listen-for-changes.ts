import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { ChangeSignal } from './change-feed.ts'
import { changesChannel } from './record-change.ts'

const retryMs = { first: 250, most: 5_000 }

/**
 * Signals when another process commits a change. A lost connection is reopened, and signals then too: it missed the
 * notifications in between.
 * @returns a function that stops listening.
 */
export function listenForChanges(
  connection: pg.ClientConfig,
  changed: ChangeSignal,
  logger: Logger,
): () => Promise<void> {
  let current: pg.Client | undefined
  let stopped = false

  const listen = async () => {
    const client = new pg.Client({ ...connection, keepAlive: true })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('error', (error) => logger.warn({ err: error }, 'the change listener lost its connection'))
    client.on('notification', () => changed.raise())
    current = client
    await client.connect()
    await client.query(`listen ${changesChannel}`)
    changed.raise()
    await ended
  }

  const run = async () => {
    let waitMs = retryMs.first
    while (!stopped) {
      const since = Date.now()
      await listen().catch((error: unknown) => logger.warn({ err: error }, 'the change listener could not connect'))
      if (Date.now() - since > retryMs.most) waitMs = retryMs.first
      if (!stopped) await sleep(waitMs, undefined, { ref: false })
      waitMs = Math.min(waitMs * 2, retryMs.most)
    }
  }

  void run()
  return async () => {
    stopped = true
    await current?.end().catch(() => undefined)
  }
}
