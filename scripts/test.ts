import { spawn } from 'node:child_process'

/**
 * `npm test`: beside the unit tests the static checks and then the build, after them the browser tests. `--all` is
 * `npm run test:all`: everything on both engines, every kill and every input.
 */
const env = { ...process.env, ...(process.argv.includes('--all') && { TEST_ALL: 'on' }) }

async function passes(name: string, file: string, ...args: string[]): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  return code === 0
}

/** One after the other: the types of the routes, which the checks read, are made again by the build. */
async function checksAndBuild(): Promise<boolean> {
  return (
    (await passes('static checks', 'scripts/check.ts')) && passes('browser and build', 'scripts/e2e.ts', '--prepare')
  )
}

const beforehand = await Promise.all([checksAndBuild(), passes('unit tests', 'node_modules/jest/bin/jest.js')])
const passed = beforehand.every(Boolean) && (await passes('browser tests', 'scripts/e2e.ts'))
process.exit(passed ? 0 : 1)
