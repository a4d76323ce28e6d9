import type { Mail } from '#platform/mail/message.ts'
import { type JobHandlers, runJob } from '#platform/queue/handlers.ts'
import { type JobName, type JobPayload, jobs } from '#platform/queue/jobs.ts'
import { deleteStory } from '#stories/write/withdraw-story.ts'
import { dayMs, hourMs, passTime } from '#testing/accounts.ts'
import { api, mails, openSession, send, withApi } from '#testing/api.ts'
import {
  anAdmin,
  anApprovedAuthor,
  anAuthor,
  aProvenPerson,
  aPublication,
  aStory,
  writing,
} from '#testing/factories.ts'
import { invite } from '#testing/invitations.ts'
import { aSubscriber } from '#testing/newsletters.ts'
import { aPicture } from '#testing/pictures.ts'
import { subscribe } from '#testing/subscriptions.ts'
import { keptFiles, removeKeptFiles, upload } from '#testing/uploads.ts'
import { jobHandlers } from './job-handlers.ts'

withApi()
afterEach(removeKeptFiles)
afterEach(() => Object.assign(api().context, { narratesStories: false }))

type Case<N extends JobName> = {
  /** Makes something to do. @returns what the job is told of it. */
  given: () => Promise<JobPayload<N>>
  /** Things that a second run may change, besides sending an email again: tables of the database, or `files`. */
  moves?: readonly string[]
}

const query = async (text: string, values?: unknown[]) => (await api().pool.query(text, values)).rows
const onlyId = async (table: string): Promise<string> => (await query(`select id from ${table}`))[0].id
const doing = { send: async () => undefined, close: async () => undefined }
const act = <N extends JobName>(name: N, payload: JobPayload<N>) =>
  (jobHandlers[name] as JobHandlers[N])({ ...api().context, mailer: doing }, payload)

const from = { at: '2026-11-26T08:00:00.000Z', address: '192.0.2.1', device: 'Firefox' }
const aMover = async () => {
  const { id: userId } = await aProvenPerson()
  await query("update users set pending_email = 'new@example.com' where id = $1", [userId])
  return { userId }
}
const aDueStory = async () => {
  const publishAt = new Date(api().context.now().getTime() + hourMs)
  const { id: contentId } = await aStory({ by: await anAuthor(), isDraft: true, publishAt })
  passTime(2 * hourMs)
  return contentId
}
const anAnnouncedStory = async () => {
  const by = await anApprovedAuthor()
  await aSubscriber({ category: 'fiction', frequency: 'published' })
  return (await aStory({ by })).id
}
const aSendBeforeItsSnapshot = async () => {
  await act('announce-story', { contentId: await anAnnouncedStory() })
  return { sendId: await onlyId('sends') }
}
/** A link that still works does no harm: whoever asked for an email twice has two of them as well. */
const anotherLink = ['account_tokens']

const lastMonth = () => {
  const now = api().context.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 10)
}
const aWriterWithFigures = async () => {
  const by = await aProvenPerson()
  await query('update users set wants_monthly_figures = true where id = $1', [by.id])
  const values = [(await aStory({ by })).id, lastMonth()]
  await query('insert into story_reads (content_id, day, reads) values ($1, $2, 5)', values)
  return by.id
}

/** It opens a second site on a backup; `scripts/restore.test.ts` has it, and says that it changes nothing. */
const proof = 'prove-backup'
type Tested = Exclude<JobName, typeof proof>

const cases: { [N in Tested]: Case<N> } = {
  'send-reset-link': { given: async () => ({ email: (await aProvenPerson()).email }), moves: anotherLink },
  'send-invitation': {
    given: async () => {
      await invite(await anAdmin(), 'ada@example.com')
      return { invitationId: await onlyId('invitations') }
    },
    // Its new link takes the place of the one before.
    moves: ['invitations'],
  },
  'send-welcome': { given: async () => ({ userId: (await anAuthor()).id }), moves: anotherLink },
  'send-email-change': { given: aMover, moves: anotherLink },
  'send-email-change-notice': { given: aMover },
  'send-password-changed': { given: async () => ({ userId: (await aProvenPerson()).id, how: 'reset' }) },
  'send-sign-in-notice': { given: async () => ({ userId: (await aProvenPerson()).id, ...from }) },
  'send-account-notice': {
    given: async () => ({ userId: (await aProvenPerson()).id, ...from, what: 'passkey_added' }),
  },
  'ask-to-confirm': {
    given: async () => {
      await subscribe({ email: 'reader@example.com', category: 'books' })
      return { subscriberId: await onlyId('subscribers') }
    },
  },
  'announce-story': { given: async () => ({ contentId: await anAnnouncedStory() }) },
  'freeze-send': { given: aSendBeforeItsSnapshot },
  'send-digests': {
    given: async () => {
      await aSubscriber({ category: 'fiction', frequency: 'daily' })
      await act('send-digests', {})
      await aStory()
      passTime(2 * dayMs)
      return {}
    },
  },
  'forget-old-sends': {
    given: async () => {
      await act('freeze-send', await aSendBeforeItsSnapshot())
      await query("update sends set state = 'done'")
      passTime(200 * dayMs)
      return {}
    },
  },
  'send-subscriber-welcome': {
    given: async () => {
      await aStory()
      await aSubscriber({ category: 'fiction' })
      await query('update subscribers set welcomed_at = null, welcome_stories = null')
      return { subscriberId: await onlyId('subscribers') }
    },
  },
  'send-thanks': {
    given: async () => {
      const [by, { id: as }] = [await aProvenPerson(), await aProvenPerson()]
      await query('update users set thanks_by_email = true')
      await send('POST', `/contents/${(await aStory({ by })).id}/thanks`, { as, body: { words: 'A fine lamp.' } })
      return { thanksId: await onlyId('thanks') }
    },
  },
  'end-publication': {
    given: async () => {
      const by = await aProvenPerson()
      const { id: publicationId, slug } = await aPublication({ by })
      await aStory({ by, publicationId })
      await subscribe({ email: 'reader@example.com', following_publication: slug })
      return { publicationId }
    },
  },
  'update-shown-followers': {
    given: async () => {
      const { id } = await aProvenPerson()
      await send('POST', '/users/update-profile', { as: id, body: { showFollowers: true } })
      const { id: reader, email } = await aProvenPerson()
      await subscribe({ email, following_author: id }, reader)
      return {}
    },
  },
  'rename-author': {
    given: async () => {
      const { id: userId } = await anAuthor({ name: 'Wilhelmina Zorn' })
      await aStory({ by: { ...(await anAuthor()), id: userId } })
      await aStory({ by: await anAuthor(), title: 'About Wilhelmina Zorn' })
      await query("update users set name = 'Ottoline Zorn' where id = $1", [userId])
      return { userId, from: 'Wilhelmina Zorn' }
    },
    // A run that was cut short may not have told that searches have changed.
    moves: ['changes'],
  },
  'narrate-story': {
    given: async () => {
      Object.assign(api().context, { narratesStories: true })
      return { contentId: (await aStory()).id }
    },
  },
  'narrate-missed-stories': {
    given: async () => {
      Object.assign(api().context, { narratesStories: true })
      await aStory()
      await query('delete from pgboss.job')
      return {}
    },
    // Each of the jobs that it enqueues does nothing for a story that has a narration.
    moves: ['jobs'],
  },
  'narrate-reading-list': {
    given: async () => {
      const [{ id: userId }, { id }] = [await anAuthor(), await aStory()]
      await query("insert into reading_list_feeds (user_id, feed_id, created_at) values ($1, 'feed', now())", [userId])
      await query('insert into bookmarks (user_id, content_id, created_at) values ($1, $2, now())', [userId, id])
      return { userId }
    },
  },
  'speak-podcast': {
    given: async () => {
      const body = { text: 'A short sentence.' }
      await send('POST', '/podcasts', { as: (await anAdmin()).id, body })
      return { podcastId: await onlyId('podcasts'), run: 1 }
    },
  },
  'publish-planned-story': { given: async () => ({ contentId: await aDueStory() }) },
  'publish-overdue-stories': { given: async () => (await aDueStory()) && {} },
  'forget-deleted-stories': {
    given: async () => {
      const by = await anAuthor()
      await deleteStory(writing(by), (await aStory({ by })).id)
      passTime(31 * dayMs)
      return {}
    },
  },
  'forget-decided-reports': {
    given: async () => {
      const { id } = await aStory()
      await send('POST', `/contents/${id}/report`, { as: (await anAuthor()).id, body: { reason: 'spam' } })
      await query("update story_reports set decision = 'dismissed', decided_at = now()")
      passTime(181 * dayMs)
      return {}
    },
  },
  'divide-sitemap': { given: async () => (await aStory()) && {} },
  'forget-expired-access': {
    given: async () => {
      await openSession(api().context, (await anAuthor()).id)
      passTime(60 * dayMs)
      return {}
    },
  },
  'forget-unconfirmed-subscriptions': {
    given: async () => {
      await subscribe({ email: 'silent@example.com', category: 'books' })
      await mails()
      passTime(32 * dayMs)
      return {}
    },
  },
  'forget-old-soft-bounces': {
    given: async () =>
      (await query("insert into soft_bounces (email, day) values ('a@example.com', '2020-01-01')")) && {},
  },
  'forget-unused-uploads': {
    given: async () => {
      await upload((await anAuthor()).id, await aPicture().jpeg().toBuffer())
      passTime(8 * dayMs)
      return {}
    },
  },
  'forget-unused-speech': {
    given: async () => {
      const id = '0'.repeat(32)
      await query(
        "insert into podcast_audio (id, bytes, duration_ms, cues, made_at) values ($1, 1, 1, '[]', '2020-01-01')",
        [id],
      )
      await api().context.files.storage.put(`audio/00/${id}.mp3`, Buffer.from('x'), 'audio/mpeg')
      return {}
    },
  },
  'move-read-windows': {
    given: async () => {
      const { slug } = await aStory()
      const reads = [{ slug, reads: 3, crawler_reads: 1 }]
      await send('POST', '/contents/reads', { body: { batch: '11111111-1111-4111-8111-111111111111', reads } })
      passTime(8 * dayMs)
      return {}
    },
  },
  'forget-old-reads': {
    given: async () => {
      const values = [(await aStory()).id]
      await query("insert into story_reads (content_id, day, reads) values ($1, '2020-01-01', 1)", values)
      return {}
    },
  },
  'plan-monthly-figures': {
    given: async () => (await aWriterWithFigures()) && {},
    // A job that waits twice sends one email.
    moves: ['jobs'],
  },
  'send-monthly-figures': { given: async () => ({ userId: await aWriterWithFigures(), month: lastMonth() }) },
  'forget-old-audit-events': {
    given: async () =>
      (await query("insert into audit_events (id, at, action) values (gen_random_uuid(), '2020-01-01', 'sign_in')")) &&
      {},
  },
}

/** Everything that is kept, by table; of the jobs that wait what they are to do. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables = await query(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
  const all: Record<string, unknown[]> = { files: keptFiles().sort() }
  for (const { name } of tables) {
    const rows = await query(`select to_jsonb(one) as row from ${name} as one order by to_jsonb(one)::text`)
    all[name] = rows.map(({ row }) => row)
  }
  all.jobs = await query(
    'select name, data, count(*)::int from pgboss.job group by name, data order by name, data::text',
  )
  return all
}

const without = (all: Record<string, unknown[]>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))

const tested = (Object.keys(jobs) as JobName[]).filter((name) => name !== proof)

test.each(tested)('%s: does something, and done twice changes nothing more', async (name) => {
  const { given, moves = [] } = cases[name] as Case<Tested>
  const payload = await given()
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => undefined }
  const run = () => runJob({ ...api().context, mailer }, jobHandlers, { job: name, payload })
  const before = await everything()
  await run()
  const once = await everything()
  if (sent.length === 0) expect(once).not.toEqual(before)
  await run()
  const twice = await everything()
  expect(without(twice, moves)).toEqual(without(once, moves))
  // An exception that is none any more would hide the next fault.
  for (const table of moves) expect([table, twice[table]]).not.toEqual([table, once[table]])
})
