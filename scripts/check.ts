import { spawnSync } from 'node:child_process'

/** `npm run check`: everything that can be said about the sources without running them. */
const steps: [name: string, file: string, ...args: string[]][] = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['route types', 'node_modules/next/dist/bin/next', 'typegen'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
  ['walls', 'scripts/check-walls.ts'],
  ['unused code', 'node_modules/knip/bin/knip.js'],
]

for (const [name, file, ...args] of steps) {
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  if (status !== 0) {
    console.error(`${stdout}${stderr}`)
    process.exit(1)
  }
}
