import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'page-scripts')
const parts = ['load-when-touched.js', 'log-in-and-back.js', 'count-read.js', 'turn-page.js']

/** Replaces Next's scripts in a page: one line, so that its policy needs one hash for it. */
const ownScript = parts.map((name) => packed(readFileSync(join(folder, name), 'utf8'))).join('')

const preload = /<link rel="preload" as="script"[^>]*>/g
// Only files of the build: text that someone got into a page never becomes a script by this.
const script = /<script src="(\/_next\/static\/[^"\s]+)"[^>]*? async=""[^>]*><\/script>/g

// React's start data. As JSON it is not run before it is needed, and needs no hash.
const startData = /<script>self\.__next_f\.push\((\[1,"(?:[^"\\]|\\.)*"\])\)<\/script>/g

/**
 * The page without the scripts of Next's client. They load when a reader first touches the page, or right after its
 * first paint, as they always do for a signed-in reader (decision 031). `html` is React's output, before people's texts
 * are put into it.
 */
export function withDeferredScripts(html: string, once: 'touched' | 'painted'): string {
  const sources: string[] = []
  const bare = html
    .replace(preload, '')
    .replace(script, (_tag, source: string) => {
      sources.push(source)
      return ''
    })
    .replace(startData, (_tag, data: string) => `<script type="application/json" class="start-data">${data}</script>`)
  if (sources.length === 0) return html
  // After theme.js, which says what the page has to know immediately.
  return bare.replace(
    '</head>',
    () => `<script data-once="${once}" data-scripts="${sources.join(' ')}">${ownScript}</script></head>`,
  )
}

/** Without comments and indentation. */
function packed(source: string): string {
  return source.replace(/^\s*(?:\/\/.*|\/\*\*[\s\S]*?\*\/)?\s*\n|^\s+/gm, '')
}
