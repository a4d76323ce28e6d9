import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { describeSignal } from '#runtime/program.ts'

/** Everything that `next build` reads. */
const sources = [
  '{app,components,contract,lib,runtime,story-html}/**/*.{ts,tsx,css,json}',
  '{next.config.mjs,postcss.config.mjs,tailwind.config.ts,middleware.ts,instrumentation.ts,tsconfig.json,package-lock.json}',
]
const stamp = '.next/source-hash'

/** Builds the web if the build is missing or was made from other sources. */
export async function buildIfStale(): Promise<void> {
  const hash = sourceHash()
  if (builtFrom() === hash) return
  console.log('Building the web (once per change of its sources) …')
  const how = await run()
  if (how !== 'code 0') throw new Error(`The build failed (${how}); its output above says more.`)
  writeFileSync(stamp, hash)
}

/** Hashes the contents; modification times change with every checkout. */
function sourceHash(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function builtFrom(): string | undefined {
  try {
    readFileSync('.next/BUILD_ID')
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

function run(): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(signal ? describeSignal(signal) : `code ${code}`))
  })
}
