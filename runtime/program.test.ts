import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program, restartPauseMs } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'program-'))
const env = { ...process.env }

/** Runs a small program like the product's own ones. */
function program(source: string) {
  const file = join(folder, `${Math.random()}.mjs`)
  writeFileSync(file, source)
  const failed: number[] = []
  const failedStart = new Promise<void>((resolve) => {
    made = new Program({ name: 'The clock', file, env }, (code) => {
      failed.push(code)
      resolve()
    })
  })
  return { program: made, failed, failedStart }
}
let made: Program

const said: string[] = []
beforeEach(() => {
  said.length = 0
  console.error = (line: string) => void said.push(line)
})

const ready = 'process.send({ ready: true, stories: 7 });'
const eventually = async (what: () => boolean) => {
  for (const patience = performance.now() + 20_000; !what(); await new Promise(setImmediate)) {
    if (performance.now() > patience) throw new Error(`It never happened; it said ${said.join(' ')}`)
  }
}

test('restarts a program that served and then exited, every time', async () => {
  const { program: clock, failed } = program(`${ready} setTimeout(() => process.exit(1), 20)`)
  expect(await clock.ready).toEqual({ ready: true, stories: 7 })
  await eventually(() => said.filter((line) => line === 'The clock is back.').length === 2)
  expect(said[0]).toBe('The clock ended (code 1); it is started again now.')
  await clock.stop()
  expect(failed).toEqual([])
})

test('one that fails at its first start is not: it has said why', async () => {
  const { program: clock, failed, failedStart } = program('process.exit(1)')
  await failedStart
  expect(failed).toEqual([1])
  expect(said).toEqual([])
  await clock.stop()
})

test('one that is killed at its first start is named, and so is memory as the likely cause', async () => {
  const { failed, failedStart } = program("process.kill(process.pid, 'SIGKILL')")
  await failedStart
  expect(failed).toEqual([1])
  expect(said).toEqual([
    'The clock ended at its start (SIGKILL, probably because the machine or container ran out of memory).',
  ])
})

test('a stopped program stays ended, and so does one that waits for its next start', async () => {
  const { program: clock } = program(`${ready} setInterval(() => undefined, 1_000)`)
  await clock.ready
  await clock.stop()
  const { program: other } = program(`${ready} setTimeout(() => process.exit(3), 20)`)
  await other.ready
  await eventually(() => said.length > 0)
  await other.stop()
  expect(said).toEqual(['The clock ended (code 3); it is started again now.'])
})

test('an ended program is started again immediately, then with growing pauses up to half a minute, for ever', () => {
  const pauses: number[] = []
  let last: number | undefined
  for (let end = 0; end < 100; end++) {
    last = restartPauseMs(last, 2_000)
    pauses.push(last)
  }
  expect(pauses.slice(0, 3)).toEqual([0, 100, 150])
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.at(-1)).toBe(30_000)
})

test('a minute of service makes the next end a first one', () => {
  expect(restartPauseMs(30_000, 60_000)).toBe(0)
  expect(restartPauseMs(30_000, 59_999)).toBe(30_000)
})
