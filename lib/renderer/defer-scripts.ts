import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './start-data.ts'

const folder = join(import.meta.dirname, 'page-scripts')
const parts = ['load-when-touched.js', 'log-in-and-back.js', 'count-read.js', 'turn-page.js']

/** Replaces Next's scripts in a page: one line, so that its policy needs one hash for it. */
const ownScript = parts.map((name) => packed(readFileSync(join(folder, name), 'utf8'))).join('')

const preload = /<link rel="preload" as="script"[^>]*>/g
// Only files of the build: injected text never becomes a script here.
const script = /<script src="(\/_next\/static\/[^"\s]+)"[^>]*? async=""[^>]*><\/script>/g

// React's start data: as JSON it runs only when it is needed, and needs no hash in the policy.
const startScript = /<script>self\.__next_f\.push\((\[1,"(?:[^"\\]|\\.)*"\])\)<\/script>/g

type Deferred = { html: string; startData: string }

/**
 * Defers the scripts of Next's client: they load when a reader first touches the page, or right after its first paint, as
 * always for a signed-in reader (decision 031). Its start data are taken out; the page names their hash, by which they are
 * asked for (decision 046). `html` is React's output, before its placeholders are filled.
 */
export function withDeferredScripts(html: string, once: 'touched' | 'painted'): Deferred {
  const sources: string[] = []
  const data: string[] = []
  const bare = html
    .replace(preload, '')
    .replace(script, (_tag, source: string) => {
      sources.push(source)
      return ''
    })
    .replace(startScript, (_tag, given: string) => {
      data.push(given)
      return ''
    })
  if (sources.length === 0) return { html, startData: '' }
  const startData = `[${data.join(',')}]`
  const attributes = `data-once="${once}" data-start="${hashOf(startData)}" data-scripts="${sources.join(' ')}"`
  // After theme.js, which has to run first.
  return { html: bare.replace('</head>', () => `<script ${attributes}>${ownScript}</script></head>`), startData }
}

/** Without comments and indentation. */
function packed(source: string): string {
  return source.replace(/^\s*(?:\/\/.*|\/\*\*[\s\S]*?\*\/)?\s*\n|^\s+/gm, '')
}
