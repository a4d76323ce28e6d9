import { api, withApi } from '#testing/api.ts'
import { eventually, runWorker } from '#testing/run-worker.ts'
import { jobs } from './jobs.ts'
import { type OpenQueue, openQueue } from './queue.ts'
import { syncSchedules } from './worker.ts'

withApi()

const planned = 'forget-old-audit-events'
const opened: OpenQueue[] = []
afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.close()
})

async function waiting(): Promise<number> {
  const { rows } = await api().pool.query("select 1 from pgboss.job where name = 'planned' and data->>'job' = $1", [
    planned,
  ])
  return rows.length
}

test('the database contains this program’s schedules, and none that it no longer has', async () => {
  const { engine } = api().queue
  await engine.schedule('planned', '0 0 * * *', { job: 'of-an-earlier-program', payload: {} }, { key: 'earlier' })
  const moved = { job: 'publish-overdue-stories', payload: {} }
  await engine.schedule('planned', '* * * * *', moved, { key: moved.job })
  await syncSchedules(engine)
  const kept = (await engine.getSchedules()).map(({ name, key, cron, timezone }) => [name, key, cron, timezone])
  const wanted = Object.entries(jobs).flatMap(([name, kind]) =>
    'cron' in kind ? [[kind.queue, name, kind.cron, 'UTC']] : [],
  )
  expect(kept.sort()).toEqual(wanted.sort())
})

test('a job that became due while no process ran runs once, however many processes start', async () => {
  const { pool, queue } = api()
  await syncSchedules(queue.engine)
  const due = new Date(Date.now() - 30 * 60_000)
  await pool.query("update pgboss.schedule set cron = $1, created_on = now() - interval '2 days' where key = $2", [
    `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`,
    planned,
  ])
  await pool.query("update pgboss.version set cron_on = now() - interval '1 day'")
  opened.push(await openQueue(pool, { works: true }), await openQueue(pool, { works: true }))
  // Its own next look for what the calendar says comes in half a minute.
  const lookNow = () => {
    for (const { engine } of opened)
      for (const { id } of engine.getWipData({ includeInternal: true })) engine.notifyWorker(id)
  }
  await eventually(async () => {
    lookNow()
    return (await waiting()) > 0
  })
  let done = 0
  await runWorker({ [planned]: async () => void done++ }, { pollMs: 50 })
  await eventually(() => done > 0)
  const { rows } = await pool.query("select 1 from pgboss.job where name like '%send-it' and data->>'key' = $1", [
    planned,
  ])
  expect([done, await waiting(), rows.length]).toEqual([1, 1, 1])
})
