import { createHash } from 'node:crypto'

// Start data are what React takes a page over from in the browser. Nobody who only reads needs them, so they are kept
// beside their page (decision 046).

/** The page with its start data in it, where they are not kept beside it. `<` is escaped in them. */
export function withStartData(html: string, startData: string): string {
  if (!startData) return html
  const page = html.replace(/ data-start="[\w-]*"/, '')
  const end = page.lastIndexOf('</body>')
  return `${page.slice(0, end)}<script type="application/json" id="start-data">${startData}</script>${page.slice(end)}`
}

/** Names start data in their page, and in their address. */
export function hashOf(startData: string | Buffer): string {
  return createHash('sha256').update(startData).digest('base64url').slice(0, 22)
}
