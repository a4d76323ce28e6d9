import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(tmpdir(), 'memory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens a store, asks it a thousand different things, so that V8 optimises what it likes to, and says its peak in MB. */
const program = `
  import pg from 'pg'
  import { startEmbedded } from '${path.join(import.meta.dirname, 'start.ts')}'
  const database = await startEmbedded('${folder}/database', (reason) => { throw reason })
  const client = new pg.Client(database.connection)
  await client.connect()
  const words = 'id, title, slug, category, excerpt, version, is_draft, published_at, updated_at'
  for (let count = 0; count < 1_000; count++)
    await client.query(\`select \${words} from contents where id is null or version > \${count} order by \${words} limit 1\`)
  await client.end()
  await database.close()
  console.log(process.resourceUsage().maxRSS / 1024)
`

// It takes about 490 MB, and 1,000 if V8 optimises the grammar.
test('opening a store and asking it stays below 700 MB, as V8 does not optimise the grammar', () => {
  const peakMb = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(Number(peakMb)).toBeGreaterThan(50)
  expect(Number(peakMb)).toBeLessThan(700)
})
