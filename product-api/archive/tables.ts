import pg from 'pg'

/** Made anew in a restored store, or of no use there. */
const leftOut = new Set([
  // Which migrations a store has is in the manifest.
  'schema_migrations',
  // They are about archives, and in none.
  'archive_runs',
  // A new store has told nobody of any change yet.
  'changes',
  // They last for minutes.
  'address_checks',
  'passkey_challenges',
  'read_batches',
  // Sentences that were spoken, in case they are spoken again.
  'speech_segments',
  // Made from the stories, with the dictionaries of the database that they are restored into.
  'search_documents',
  'search_words',
])

/** Tables that open accounts or sign links. An export has none of them, and a backup has them encrypted. */
const secretTables = new Set(['account_tokens', 'kept_secrets', 'sessions'])

/** Secret columns of other tables, and the SQL of what they contain where the secrets are missing. */
const secretColumns: Record<string, Record<string, string>> = {
  users: { password_hash: 'null' },
  invitations: { token_hash: 'null' },
  sends: { secret: "replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')" },
}

/** The rows of a table, or the secret columns of it: a file in an archive. */
export type Part = {
  table: string
  columns: string[]
  /** The columns of its primary key. */
  key: string[]
  isSecret: boolean
  /** Whether these are the secret columns of rows that are in another part. */
  isRest: boolean
  /** SQL of the columns that are in another part, for a restore without that. */
  missing: Record<string, string>
  /** SQL that selects and orders the rows. */
  ending: string
  /** Whether no row is larger than a page of the database, 8 KB, but for what can be packed well. */
  isSmall: boolean
}

type Table = Pick<Part, 'table' | 'columns' | 'key' | 'isSmall'> & { order: string[] }

/**
 * Everything in a database but what `leftOut` names, as the database itself describes its tables: a new table is archived
 * without a line here.
 */
export async function listParts(client: pg.Client): Promise<Part[]> {
  const { rows } = await client.query<Table>(`
    select relname as table, columns, key, "order",
           coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) = 0 as "isSmall"
    from pg_class
    join lateral (
      select array_agg(attname::text order by attnum) as columns
      from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as named on true
    left join lateral (
      select array_agg(attname::text order by place) as key,
             array_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end order by place)
               as "order"
      from pg_index, unnest(indkey) with ordinality as of_key (attnum, place)
      join pg_attribute using (attnum)
      where indrelid = pg_class.oid and indisprimary and attrelid = pg_class.oid
    ) as keyed on true
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname collate "C"`)
  return rows.filter(({ table }) => !leftOut.has(table)).flatMap(partsOf)
}

function partsOf({ table, columns, key, order, isSmall }: Table): Part[] {
  const secret = Object.entries(secretColumns[table] ?? {})
  // A database of an earlier version may not have it.
  const missing = Object.fromEntries(secret.filter(([column]) => columns.includes(column)))
  const open = columns.filter((column) => !(column in missing))
  const ending = `order by ${order.join(', ')}`
  const isSecret = secretTables.has(table)
  const whole: Part = { table, columns: open, key, isSecret, isRest: false, missing, ending, isSmall }
  const names = Object.keys(missing)
  if (names.length === 0) return [whole]
  const isThere = names.map((name) => `${name} is not null`).join(' or ')
  return [
    whole,
    {
      ...{ table, columns: [...key, ...names], key, isSecret: true, isRest: true, missing: {} },
      ending: `where ${isThere} ${ending}`,
      isSmall,
    },
  ]
}

/** A query of its rows as lines of JSON. */
export function selectLines({ table, columns, ending }: Part): string {
  return `select row_to_json(one)::text as line
    from (select ${columns.map((column) => pg.escapeIdentifier(column)).join(', ')} from ${pg.escapeIdentifier(table)} ${ending}) as one`
}

/** The name of a part's file. */
export function partName({ table, isSecret }: Pick<Part, 'table' | 'isSecret'>): string {
  return isSecret ? `secrets/${table}.ndjson.gz.aes` : `rows/${table}.ndjson`
}
