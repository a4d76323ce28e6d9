import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProduct } from '#scripts/run-product.ts'
import { middleOf } from './support/load.ts'
import type { Row } from './support/report.ts'

/** Measures how long the product takes from its start to the first answer. */
export async function starts(): Promise<Row[]> {
  const settings = { PORT: 3412, PRODUCT_API_PORT: 4412, DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-')) }
  const first = await runProduct(settings)
  await first.stop()
  const later: number[] = []
  for (let count = 0; count < 3; count++) {
    const again = await runProduct(settings)
    later.push(again.startMs)
    await again.stop()
  }
  return [
    { what: 'first start: empty folder to first 200, warm build', result: seconds(first.startMs) },
    { what: 'start to first 200, warm build (middle of 3)', result: seconds(middleOf(later)), target: '< 3 s' },
  ]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
