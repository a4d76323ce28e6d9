import { createHash } from 'node:crypto'

// Start data are what React takes a page over from in the browser. Nobody who only reads needs them, so they are kept
// beside their page (decision 046).

const attribute = ' data-start="'

/** The page with its start data in it, where they are not kept beside it. `<` is escaped in them. */
export function withStartData(html: Buffer, startData: Buffer): Buffer {
  const at = html.indexOf(attribute)
  const attributeEnd = html.indexOf('"', at + attribute.length) + 1
  const end = html.lastIndexOf('</body>')
  return Buffer.concat([
    html.subarray(0, at),
    html.subarray(attributeEnd, end),
    Buffer.from('<script type="application/json" id="start-data">'),
    startData,
    Buffer.from('</script>'),
    html.subarray(end),
  ])
}

/** Names start data in their page, and in their address. */
export function hashOf(startData: Buffer): string {
  return createHash('sha256').update(startData).digest('base64url').slice(0, 22)
}
