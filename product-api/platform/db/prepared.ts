import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Each connection keeps a parsed and planned statement for every name, so there must not be any number of them. */
const namesMost = 60

const defined = new Set<string>()
const kept = new Set<string>()
type Shape = (string | number | boolean | readonly string[])[]

/**
 * Defines a statement that is built once, and parsed and planned once for each connection, which is most of the time of
 * a short query. Its values are `sql.placeholder(…)`, given when it is executed; what else changes its text are further
 * arguments of `build`. Such variants are kept as well, until there are 60 names; later ones are prepared for one use.
 * @returns the statement of a database or a transaction.
 */
export function prepared<P, S extends Shape>(
  name: string,
  build: (db: Db, ...shape: S) => { prepare(name: string): P },
): (db: Db, ...shape: S) => P {
  if (defined.has(name)) throw new Error(`Two statements are named “${name}”`)
  defined.add(name)
  const statements = new WeakMap<object, Map<string, P>>()
  return (db, ...shape) => {
    // A transaction has a Drizzle database of its own, whose client is the connection that the next one uses too.
    const { $client: client } = db as Db & { $client: object }
    const known = statements.get(client) ?? new Map<string, P>()
    statements.set(client, known)
    const fullName = [name, ...shape].join(' ')
    const found = known.get(fullName)
    if (found) return found
    if (kept.size < namesMost) kept.add(fullName)
    const isKept = kept.has(fullName)
    const statement = build(db, ...shape).prepare(isKept ? fullName : '')
    if (isKept) known.set(fullName, statement)
    return statement
  }
}

/**
 * A limit as a part of a prepared statement's text: one among its values is planned as a tenth of the table. Drizzle takes
 * it like a number, and only its types do not say so.
 */
export function fixedLimit(count: number): number {
  return sql.raw(String(Math.trunc(count))) as SQL & number
}
