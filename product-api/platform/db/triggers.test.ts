import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { api, withApi } from '#testing/api.ts'

withApi()

type Trigger = { table: string; name: string; event: string; function: string; comment: string | null }
type Function = { name: string; definition: string }

const page = 'docs/triggers.md'
const migrations = path.join(import.meta.dirname, 'migrations')

async function listTriggers(): Promise<Trigger[]> {
  const { rows } = await api().pool.query<Trigger & { definition: string }>(`
    select relname as table, tgname as name, proname as function, obj_description(pg_trigger.oid, 'pg_trigger') as comment,
      pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relnamespace = 'public'::regnamespace
    order by relname, tgname`)
  return rows.map(({ definition, ...trigger }) => ({ ...trigger, event: eventOf(definition) }))
}

/** E.g. `after insert or delete` of `CREATE TRIGGER … AFTER INSERT OR DELETE ON …`. */
function eventOf(definition: string): string {
  return (/\b(?:AFTER|BEFORE) .*?(?= ON )/.exec(definition)?.[0] ?? definition).toLowerCase()
}

/** The functions of triggers, and those that they call. */
async function listFunctions(): Promise<Function[]> {
  const { rows } = await api().pool.query<Function>(`
    select proname as name, pg_get_functiondef(pg_proc.oid) as definition from pg_proc
    join pg_language on pg_language.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname in ('plpgsql', 'sql')
    order by proname`)
  return rows
}

/**
 * The newest migration that defines a function: an earlier definition is no longer true. The tests define one of their
 * own.
 */
function migrationOf(name: string): string | undefined {
  const defines = new RegExp(`create (or replace )?function ${name}\\(`)
  const files = readdirSync(migrations).sort()
  return files.findLast((file) => defines.test(readFileSync(path.join(migrations, file), 'utf8')))
}

function writePage(triggers: Trigger[], functions: Function[]): string {
  const tables = [...Map.groupBy(triggers, ({ table }) => table)].map(([table, ofTable]) =>
    [
      `## \`${table}\``,
      '',
      '| trigger | runs | what it keeps |',
      '|---|---|---|',
      ...ofTable.map(({ name, event, function: called, comment }) => {
        const calls = called === name ? '' : ` (calls \`${called}\`)`
        return `| \`${name}\`${calls} | ${event} | ${comment} |`
      }),
      '',
    ].join('\n'),
  )
  const bodies = functions.flatMap(({ name, definition }) => {
    const file = migrationOf(name)
    if (!file) return []
    const body = /AS \$function\$\s*([\s\S]*?)\s*\$function\$/.exec(definition)?.[1] ?? definition
    return [`### \`${name}\``, '', `From \`${file}\`.`, '', '```sql', body, '```', ''].join('\n')
  })
  return [
    '# Triggers',
    '',
    'What the database does by itself when rows are written. One write may run several: confirming a subscription counts its audience and writes its subscriber, which counts subscribers. No TypeScript calls these, so a search there does not find them. This page is made from a migrated database: `product-api/platform/db/triggers.test.ts` compares the two, and `WRITE_DOCS=on npm run test:unit -- triggers` writes it anew. A trigger says what it keeps in its comment (`comment on trigger`).',
    '',
    ...tables,
    '## The functions, as they are today',
    '',
    ...bodies,
  ].join('\n')
}

test('every trigger is described', async () => {
  const triggers = await listTriggers()
  expect(triggers.length).toBeGreaterThan(10)
  expect(triggers.filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([])
})

test(`${page} lists the triggers of the database`, async () => {
  const written = writePage(await listTriggers(), await listFunctions())
  if (process.env.WRITE_DOCS === 'on') writeFileSync(page, written)
  expect(readFileSync(page, 'utf8')).toBe(written)
})
