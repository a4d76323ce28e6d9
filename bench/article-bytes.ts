import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runProduct } from '#scripts/run-product.ts'
import { middleOf } from './support/load.ts'
import type { Row } from './support/report.ts'

/** Measures the bytes of a first visit to an article and a list (scripts, styles, fonts), and how long the product takes to start. */
export async function articleBytes(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const settings = { PORT: 3412, PRODUCT_API_PORT: 4412, DATA_DIR: dataDir }
  const first = await runProduct(settings)
  const [story] = (await (await fetch(`${first.url}/api/contents?limit=1`)).json()) as { slug: string }[]
  const page = await fetch(`${first.url}/article/${story?.slug}`)
  const html = await page.text()
  const list = await (await fetch(`${first.url}/articles/all`)).text()
  const gzipOf = async (paths: Set<string>) => {
    let bytes = 0
    for (const path of paths) bytes += gzipSync(Buffer.from(await (await fetch(first.url + path)).arrayBuffer())).length
    return bytes
  }
  const found = (pattern: RegExp, where = html) => new Set([...where.matchAll(pattern)].map(([, path]) => path ?? ''))
  // `noModule` scripts are for browsers that load nothing else of ours; the others load with the first touch.
  const script = /<script(?![^>]*noModule)[^>]* src="([^"]+)"/gi
  const scripts = (where: string) =>
    new Set([...found(script, where), ...(where.match(/ data-scripts="([^"]+)"/)?.[1]?.split(' ') ?? [])])
  const styles = found(/<link[^>]* href="([^"]+\.css[^"]*)"/g)
  const fonts = new Set(
    [...(page.headers.get('link') ?? '').matchAll(/<([^>]+\.woff2)>/g)].map(([, path]) => path ?? ''),
  )
  const rows: Row[] = [
    {
      what: 'JavaScript of an article page once it is touched, gzip',
      result: kilobytes(await gzipOf(scripts(html))),
      target: '≤ 145 KB',
    },
    { what: 'JavaScript of a list page once it is touched, gzip', result: kilobytes(await gzipOf(scripts(list))) },
    { what: 'CSS of an article page, gzip', result: kilobytes(await gzipOf(styles)) },
    { what: 'fonts preloaded by an article page', result: kilobytes(await gzipOf(fonts)), target: '≤ 110 KB' },
    { what: 'HTML of an article page, gzip', result: kilobytes(gzipSync(html).length) },
    { what: 'first start: empty folder to first 200, warm build', result: `${(first.startMs / 1000).toFixed(1)} s` },
  ]
  await first.stop()
  const starts: number[] = []
  for (let count = 0; count < 3; count++) {
    const again = await runProduct(settings)
    starts.push(again.startMs)
    await again.stop()
  }
  rows.push({
    what: 'start to first 200, warm build (middle of 3)',
    result: `${(middleOf(starts) / 1000).toFixed(1)} s`,
    target: '< 3 s',
  })
  return rows
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
