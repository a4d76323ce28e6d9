import { durationInWords } from '#platform/duration-in-words.ts'
import { countJobs, listQueueAges, readLastPlanning } from '#platform/queue/job-records.ts'
import { bad, type Finding, type Found, good, hint } from '../findings.ts'
import type { Subject } from '../subject.ts'

const lateMs = 5 * 60_000

/** Checks whether jobs run, and how long those of each queue have waited. */
export async function checkQueue({ settings, db, now, works }: Subject): Promise<Found> {
  const ages = await listQueueAges(db)
  const ageMs = (since: Date) => now().getTime() - since.getTime()
  const waiting = ages.map(({ queue, since }) => ({ queue, ms: ageMs(since) })).sort((one, other) => other.ms - one.ms)
  const findings: Finding[] = [good('queue-works', 'The queue works.')]
  const [oldest] = waiting
  const planned = await readLastPlanning(db)
  if (works && !works()) {
    findings.push(
      bad('queue-stopped', 'This process has stopped looking for jobs.', 'Restart the site, and read its log.'),
    )
  } else if (oldest && oldest.ms > lateMs) {
    const sentence = `A job of the queue “${oldest.queue}” has been waiting for ${inWords(oldest.ms)}.`
    const advice =
      'Start a worker (WORKER=on, or npm run worker), or more of them; look for failures at /admin-dashboard/jobs.'
    findings.push(bad('queue-late', sentence, advice))
    // This process looks, though perhaps only from the next minute on.
  } else if (!works && planned && ageMs(planned) > lateMs) {
    const sentence = `Nobody has looked for planned jobs for ${inWords(ageMs(planned))}.`
    findings.push(bad('queue-alone', sentence, 'Start a worker: WORKER=on, or npm run worker.'))
  }
  const failed = (await countJobs(db)).reduce((sum, queue) => sum + queue.failed, 0)
  if (failed > 0) {
    const sentence = `${failed === 1 ? 'A job has' : `${failed} jobs have`} failed for good since yesterday.`
    findings.push(hint('jobs-failed', sentence, 'Read why at /admin-dashboard/jobs, and retry them there.'))
  }
  const where = settings.WORKER === 'on' ? 'jobs run in the product API' : 'jobs run in worker processes'
  const facts = waiting.filter(({ ms }) => ms > 60_000).map(({ queue, ms }) => `“${queue}” waits for ${inWords(ms)}`)
  return { findings, facts: [where, ...facts] }
}

function inWords(ms: number): string {
  return durationInWords(60 * Math.max(1, Math.floor(ms / 60_000)))
}
