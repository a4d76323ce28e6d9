import type { Mail, Mailer } from '#platform/mail/message.ts'
import { runJob } from '#platform/queue/handlers.ts'
import type { WaitingJob } from '#platform/queue/jobs.ts'
import { jobHandlers } from '#start/job-handlers.ts'
import { hourMs, minuteMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'

withApi()

const ask = (category = 'books') =>
  send('POST', '/newsletters/subscribe', { body: { email: 'reader@example.com', category } })

/** Takes the jobs that ask, also for their time, out of the queue; `work` does one of them with a mailer that sends so. */
async function takeJobs() {
  const { queue, context } = api()
  const all = await queue.engine.fetch<WaitingJob>('mail', { batchSize: 10, ignoreStartAfter: true })
  const taken = all.filter(({ data }) => data.job === 'ask-to-confirm')
  const work = (which: number, send: Mailer['send']) =>
    runJob({ ...context, mailer: { send, close: async () => undefined } }, jobHandlers, taken[which]?.data)
  return { count: taken.length, work }
}

/** Two jobs for the same hour: one was planned before its owner confirmed by the first mail, one after. */
async function twoJobs() {
  await ask()
  const uuid = /confirmation\/([\w-]{36})$/m.exec((await mails())[0]?.text ?? '')?.[1]
  passTime(5 * minuteMs)
  await ask('fiction')
  passTime(5 * minuteMs)
  await get(`/newsletters/confirm/${uuid}`, { headers: { accept: 'application/json' } })
  passTime(10 * minuteMs)
  await ask('technology')
  passTime(hourMs)
  const jobs = await takeJobs()
  expect(jobs.count).toBe(2)
  return jobs
}

async function asks(): Promise<number> {
  const { rows } = await api().pool.query('select asks from subscribers')
  return rows[0].asks
}

/** When the jobs that wait may be done, in milliseconds from the API's time. */
async function waits(): Promise<number[]> {
  const { rows } = await api().pool.query("select start_after from pgboss.job where state = 'created'")
  return rows.map(({ start_after }) => start_after - api().context.now().getTime())
}

describe('of two jobs for one address', () => {
  test('one sends if both run in parallel', async () => {
    const { work } = await twoJobs()
    const sent: Mail[] = []
    await work(0, async (mail) => {
      sent.push(mail)
      await work(1, async (other) => void sent.push(other))
    })
    expect(sent).toHaveLength(1)
    expect(await asks()).toBe(1)
    // The job that was enqueued again finds nothing to ask.
    expect(await mails({ later: true })).toHaveLength(1)
  })

  test('the other sends when one fails', async () => {
    const { work } = await twoJobs()
    const failing = work(0, async () => {
      throw new Error('The mail server is away')
    })
    await expect(failing).rejects.toThrow('away')
    const sent: Mail[] = []
    await work(1, async (mail) => void sent.push(mail))
    await work(0, async (mail) => void sent.push(mail))
    expect(sent).toHaveLength(1)
    expect(await asks()).toBe(1)
  })
})

test('a job that was cut off while it sent loses no email: its retry waits until that one is given up', async () => {
  await ask()
  const { work } = await takeJobs()
  await new Promise<void>((sends) => {
    void work(0, () => {
      sends()
      return new Promise(() => undefined)
    })
  })
  await work(0, async () => {
    throw new Error('It sends beside another one')
  })
  // Will be in the email that is to come.
  await ask('fiction')
  const [waitMs = 0, ...more] = await waits()
  expect(more).toEqual([])
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThan(hourMs)
  passTime(waitMs)
  const sent = await mails({ later: true })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('Fiction, weekly')
  expect(await asks()).toBe(1)
})

test('a job that was planned before the last email waits until the pause after that is over', async () => {
  await ask()
  await mails()
  await ask('fiction')
  const { work } = await takeJobs()
  passTime(hourMs)
  await ask('technology')
  await work(0, async () => undefined)
  passTime(minuteMs)
  await ask('all')
  const sendsNone = async () => {
    throw new Error('It sends within a day of two mails that had no answer')
  }
  await work(0, sendsNone)
  const plans = await waits()
  expect(plans).not.toEqual([])
  for (const waitMs of plans) expect(waitMs).toBeGreaterThan(23 * hourMs)
  passTime(24 * hourMs)
  const [, second, ...more] = await mails({ later: true })
  expect(second?.text).toContain('All stories, weekly')
  expect(more).toEqual([])
})
