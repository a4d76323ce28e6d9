import { cpus } from 'node:os'
import { buildIfStale } from '#scripts/start/build.ts'
import { archive } from './archive.ts'
import { cachedArticle } from './cached-article.ts'
import { dashboard } from './dashboard.ts'
import { editor } from './editor.ts'
import { growth, largeStore } from './large-store.ts'
import { memory } from './memory.ts'
import { newsletter, newsletterMillion, newsletterStories } from './newsletter.ts'
import { newsletterRestarts } from './newsletter-restarts.ts'
import { pageBytes } from './page-bytes.ts'
import { pageTransitions } from './page-transitions.ts'
import { publishes } from './publishes.ts'
import { speech } from './speech.ts'
import { starts } from './starts.ts'
import { sudoku } from './sudoku.ts'
import { print, type Row } from './support/report.ts'
import { twoNodes } from './two-nodes.ts'
import { writeVisible } from './write-visible.ts'

type Scenario = { title: string; measure: () => Promise<Row[]>; onlyNamed?: boolean }

/** `npm run bench [-- name …]`: every scenario, or the named ones; the method is in bench/README.md. */
const scenarios: Record<string, Scenario> = {
  cached: { title: 'A cached page', measure: cachedArticle },
  bytes: { title: 'What pages weigh', measure: pageBytes },
  start: { title: 'A start', measure: starts },
  turning: { title: 'A story opens', measure: pageTransitions },
  nodes: { title: 'Two web nodes', measure: twoNodes },
  writes: { title: 'Write → visible', measure: writeVisible },
  publishes: { title: 'Publishing while people read', measure: publishes },
  editor: { title: 'The editor', measure: editor },
  newsletter: { title: 'A newsletter', measure: newsletter },
  'newsletter-stories': { title: 'A story that is emailed whole', measure: newsletterStories },
  sudoku: { title: 'Sudoku', measure: sudoku },
  speech: { title: 'Thirty minutes of speech', measure: speech },
  memory: { title: 'Memory', measure: memory },
  large: { title: '100,000 stories, nothing cached', measure: largeStore },
  // Seeding takes a quarter of an hour and 12 GB.
  growth: { title: 'From 1,000 to 1,000,000 stories, nothing cached', measure: growth, onlyNamed: true },
  // Ten minutes, and the stores of `large`.
  archive: { title: 'A backup of 100,000 stories', measure: archive, onlyNamed: true },
  // Some minutes for the million.
  dashboard: { title: 'The dashboard over a million', measure: dashboard, onlyNamed: true },
  // A quarter of an hour.
  'newsletter-million': { title: 'A newsletter to 1,000,000', measure: newsletterMillion, onlyNamed: true },
  // An hour, or BENCH_MINUTES.
  'newsletter-restarts': {
    title: 'A newsletter at 50 a second, killed again and again',
    measure: newsletterRestarts,
    onlyNamed: true,
  },
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in scenarios))
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}.`)
  process.exit(1)
}
await buildIfStale()
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
for (const [name, { title, measure, onlyNamed }] of Object.entries(scenarios)) {
  if (named.includes(name) || (named.length === 0 && !onlyNamed)) print(title, await measure())
}
