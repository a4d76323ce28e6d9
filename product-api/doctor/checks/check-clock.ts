import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { bad, type Finding, type Found, good, hint } from '../findings.ts'
import type { Subject } from '../subject.ts'

const run = promisify(execFile)
/** Two clocks that differ by more are worth a note, and by more than half a minute wrong. S3 refuses a quarter of an hour. */
const fewSeconds = 2
const mostSeconds = 30

/** Compares the clock of this machine with those of the machines that we talk to. */
export async function checkClock({ settings: { DATABASE_URL, S3 }, db, now }: Subject): Promise<Found> {
  const others = [
    ...(DATABASE_URL ? [{ whose: 'the database’s', read: () => timeOfDatabase(db) }] : []),
    ...(S3 ? [{ whose: 'the storage’s', read: () => timeOfServer(S3.endpoint) }] : []),
  ]
  const findings: Finding[] = [good('clock-right', 'The clock is right, as far as we can tell.')]
  const facts: string[] = []
  for (const { whose, read } of others) {
    const begun = now().getTime()
    const time = await read().catch(() => undefined)
    if (time === undefined) continue
    const off = ((begun + now().getTime()) / 2 - time) / 1000
    facts.push(`${Math.abs(off).toFixed(1)} s from ${whose}`)
    findings.push(...compare(whose, off))
  }
  if ((await isSynchronized()) === false) {
    const advice = 'Install a time service, such as systemd-timesyncd or chrony.'
    findings.push(hint('clock-alone', 'Nothing keeps the clock of this machine right.', advice))
  }
  return { findings, facts }
}

function compare(whose: string, off: number): Finding[] {
  const seconds = Math.round(Math.abs(off))
  if (seconds <= fewSeconds) return []
  const sentence = `The clock of this machine is ${seconds} seconds ${off < 0 ? 'behind' : 'ahead of'} ${whose}.`
  const advice = 'Let a time service keep both right, such as systemd-timesyncd or chrony.'
  return [seconds > mostSeconds ? bad('clock-wrong', sentence, advice) : hint('clock-off', sentence, advice)]
}

async function timeOfDatabase(db: Subject['db']): Promise<number | undefined> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  )
  return rows[0]?.ms
}

/** Reads a server's time from the Date header of its answer, which has whole seconds. */
async function timeOfServer(address: string): Promise<number | undefined> {
  const answer = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(1_500) })
  const time = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time + 500
}

/** Undefined if this machine doesn't say. */
async function isSynchronized(): Promise<boolean | undefined> {
  try {
    const { stdout } = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { timeout: 1_000 })
    return stdout.trim() === '' ? undefined : stdout.trim() === 'yes'
  } catch {
    return undefined
  }
}
