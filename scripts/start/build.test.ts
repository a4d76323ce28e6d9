import { describeFailure, run } from './build.ts'

const small = { availableMb: 1_024, isChildKilled: false }
const quiet = { stdio: 'ignore' } as const

test('a build that is killed says that memory is missing, how much it needs and what to do', async () => {
  const end = await run(['-e', 'process.kill(process.pid, "SIGKILL")'], quiet)
  expect(describeFailure(end, small)).toMatch(
    /^The build is out of memory: the system killed "next build" \(SIGKILL\)\. The build needs \d+ MB, and this machine or container has 1024: give it more, or build elsewhere/,
  )
})

test('so does one that gives up because it gets no memory', async () => {
  const end = await run(['--max-old-space-size=8', '-e', 'for (const all = []; ;) all.push({ of: all.length })'], quiet)
  expect(describeFailure(end, small)).toMatch(
    /^The build is probably out of memory: "next build" gave up \(SIGABRT\)\./,
  )
})

test('a process of the build that the system killed is told from other failures', async () => {
  const end = await run(['-e', 'process.exit(1)'], quiet)
  expect(describeFailure(end, { ...small, isChildKilled: true })).toMatch(
    /^The build is out of memory: the system killed a process that "next build" had started \(code 1\)\./,
  )
  expect(describeFailure(end, small)).toBe('The build failed (code 1); its output above says more.')
})

test('a build that ends well has not failed, even if another process was killed', async () => {
  const end = await run(['-e', '0'], quiet)
  expect(describeFailure(end, { ...small, isChildKilled: true })).toBeUndefined()
})
