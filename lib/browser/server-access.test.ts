import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The typed client, and the routes that answer it. */
const allowed = [
  ...['lib/browser/ask-server.ts', 'lib/browser/call-bff.ts', 'lib/browser/call-bff-events.ts'],
  ...['lib/browser/call-next-auth.ts', 'lib/browser/send-file.ts', 'lib/browser/send-report.ts', 'app/api/'],
]
/** Names the folder for crawlers. */
const robots = 'app/robots.txt/route.ts'

const ways: [what: string, pattern: RegExp][] = [
  ['an address below /api', /['"`]\/api\b/],
  ['a fetch of its own', /\bfetch\(/],
  ['a request of its own', /\bXMLHttpRequest\b|\bsendBeacon\b/],
]

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .filter((file) => file !== robots && !allowed.some((path) => file.startsWith(path)))
}

function waysPast(source: string): string[] {
  return ways.filter(([, pattern]) => pattern.test(source)).map(([what]) => what)
}

test('pages and components reach the server through the typed client alone', () => {
  const found = ['components', 'app', 'lib/browser'].flatMap(sources)
  expect(found.length).toBeGreaterThan(150)
  const past = found.map((file) => [file, waysPast(readFileSync(file, 'utf8'))] as const)
  expect(past.filter(([, how]) => how.length > 0)).toEqual([])
})

test.each([
  ["getJson('/api/users/count')", ['an address below /api']],
  ['const path = `/api/users/` + uuid', ['an address below /api']],
  ['await fetch(address)', ['a fetch of its own']],
  ['new XMLHttpRequest()', ['a request of its own']],
  ['navigator.sendBeacon(address)', ['a request of its own']],
  ["import { call } from '#lib/api/client.ts'", []],
])('%s is recognised', (source, how) => {
  expect(waysPast(source)).toEqual(how)
})
