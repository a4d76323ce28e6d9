import { type AnyPgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A point in time, in milliseconds. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The id of a row that this one is deleted with. */
export const partOf = (name: string, id: () => AnyPgColumn) =>
  uuid(name).notNull().references(id, { onDelete: 'cascade' })

/** The id of a row that may be deleted before this one. */
export const linkTo = (name: string, id: () => AnyPgColumn) => uuid(name).references(id, { onDelete: 'set null' })
