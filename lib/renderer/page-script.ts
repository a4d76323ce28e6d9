import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'page-scripts')
// The theme first: it is what the first paint waits for.
const parts = ['theme.js', 'load-when-touched.js', 'log-in-and-back.js', 'count-read.js', 'turn-page.js']

const body = parts.map((name) => `{\n${packed(readFileSync(join(folder, name), 'utf8'))}}\n`).join('')

/** The one script that runs on a page that nobody touches. Its address names what is in it: it never changes. */
export const pageScript = {
  address: `/page-${createHash('sha256').update(body).digest('base64url').slice(0, 22)}.js`,
  headers: {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  },
  body: Buffer.from(body),
}

/** Without comments and indentation. */
function packed(source: string): string {
  return source.replace(/^\s*(?:\/\/.*|\/\*\*[\s\S]*?\*\/)?\s*\n|^\s+/gm, '')
}
