import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

type Running = { pid: number; port: number }

/**
 * Refuses a second start in the same data folder or on a used port, before anything is built or opened.
 * @param pid the supervisor's process
 * @returns the file with the record of this run, to be deleted at its end.
 * @throws Error with one sentence that names the other process and what to do.
 */
export async function refuseSecondStart(
  pid: number,
  dataDir: string,
  doors: { name: string; port: number; host: string }[],
): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'running.json')
  const other = readRunning(file)
  if (other && other.pid !== pid && alive(other.pid)) {
    throw new Error(`Bytewise already runs in this folder at http://localhost:${other.port} (process ${other.pid}).`)
  }
  for (const { name, port, host } of doors) {
    if (await taken(port, host)) throw new Error(`The port ${port} is taken: set ${name} to a free one.`)
  }
  const own: Running = { pid, port: doors[0]?.port ?? 0 }
  writeFileSync(file, JSON.stringify(own), { mode: 0o600 })
  return file
}

function readRunning(file: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Running
  } catch {
    return undefined
  }
}

/** Whether that process is still one of our starts: process ids are reused. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scripts/start.ts')
  } catch {
    return true
  }
}

/** An address that is not this machine's, or not allowed, is another fault: the program itself reports it. */
function taken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE'))
    probe.listen(port, host, () => probe.close(() => resolve(false)))
  })
}
