import { type SQL, sql } from 'drizzle-orm'

/** A time as a value of a query in SQL. */
export function sqlTime(time: Date): SQL {
  return sql`${time.toISOString()}::timestamptz`
}

/** Reads the times in these columns of a query in SQL, which the driver returns as texts; null stays null. */
export function readTimes<Row>(rows: Record<string, unknown>[], ...columns: (keyof Row & string)[]): Row[] {
  for (const row of rows) {
    for (const column of columns) if (row[column] !== null) row[column] = new Date(String(row[column]))
  }
  return rows as Row[]
}
