import type pg from 'pg'
import { type Part, selectLines } from './tables.ts'

/** Rows that are fetched at once: a story and its text may have 4 MB. */
const rowsAtOnce = { large: 16, small: 1_000 }

/**
 * Reads the lines of a query in a transaction of the caller, batch after batch.
 * @param query selects one text, as `line`.
 */
export async function* readLines(client: pg.Client, query: string, rows = rowsAtOnce.large): AsyncGenerator<string[]> {
  await client.query(`declare read_rows no scroll cursor for ${query}`)
  for (;;) {
    const { rows: found } = await client.query<{ line: string }>(`fetch ${rows} from read_rows`)
    if (found.length > 0) yield found.map(({ line }) => line)
    if (found.length < rows) break
  }
  await client.query('close read_rows')
}

/** Reads the rows of a part, as lines. */
export function readPart(client: pg.Client, part: Part): AsyncGenerator<string[]> {
  return readLines(client, selectLines(part), rowsAtOnce[part.isSmall ? 'small' : 'large'])
}
