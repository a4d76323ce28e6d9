import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run, temporaryFolder } from '#testing/children.ts'

const folder = temporaryFolder()

test('every commit reaches the disk, and a read asks nothing of it', async () => {
  const { stdout, stderr } = await run('product-api/testing/count-syncs.ts', [path.join(folder, 'syncs')]).ended
  expect(stderr).toBe('')
  const { commits, reads } = JSON.parse(stdout) as { commits: number; reads: number }
  expect(commits).toBeGreaterThanOrEqual(10)
  expect(reads).toBe(0)
})

test('refuses a second process on its folder and names the first; killed while writing, it loses no row that it acknowledged', async () => {
  const crashed = path.join(folder, 'crashed')
  for (let round = 0; round < 2; round++) {
    const writer = run('product-api/testing/commit-until-killed.ts', [crashed, 'write'])
    // This many lines, not a certain number: it goes on from whatever the one before had come to when it was killed.
    await writer.says(/(?:\d+\n){40}/)
    if (round === 0) {
      const second = run('product-api/testing/commit-until-killed.ts', [crashed, 'write'])
      await expect(second.says(/\d/)).rejects.toThrow(
        `The data folder ${crashed} is in use by another process (process ${writer.process.pid})`,
      )
      expect((await second.ended).code).toBe(1)
    }
    writer.process.kill('SIGKILL')
    const left = readFileSync(`${crashed}.socket`, 'utf8').trim()
    const acknowledged = numbers((await writer.ended).stdout)
    const kept = new Set(
      numbers((await run('product-api/testing/commit-until-killed.ts', [crashed, 'read']).ended).stdout),
    )
    expect(acknowledged.length).toBeGreaterThan(30)
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([])
    expect(existsSync(left)).toBe(false)
    // One commit may have been on its way when the process died, never more.
    expect(kept.size).toBeLessThanOrEqual((acknowledged.at(-1) ?? 0) + 2)
  }
})

// The last line may be cut off: what was not said whole was not acknowledged.
function numbers(stdout: string): number[] {
  return stdout.split('\n').slice(0, -1).map(Number)
}

test('an engine that aborts ends the process: nothing is served from a dead one', async () => {
  const { code, stdout, stderr } = await run('product-api/testing/fail-wal-write.ts', [path.join(folder, 'lost')]).ended
  expect({ code, stdout }).toEqual({ code: 70, stdout: 'The embedded database ended with code 1' })
  expect(stderr).toMatch(/^The embedded database crashed: RuntimeError/)
})
