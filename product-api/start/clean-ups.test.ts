import type { JobContext, JobHandlers } from '#platform/queue/handlers.ts'
import { api, withApi } from '#testing/api.ts'
import { anAuthor, aStory } from '#testing/factories.ts'
import { jobHandlers } from './job-handlers.ts'

withApi()

/** More than two statements delete, and they end in the middle of one. */
const rows = 4_100
const id = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid"
const subscribersOf = `insert into subscribers (id, email, created_at) select ${id}, n || '@example.com', '2020-01-01' from given`

const job =
  <N extends keyof JobHandlers>(name: N) =>
  (ctx: JobContext) =>
    (jobHandlers[name] as (ctx: JobContext, told: object) => Promise<void>)(ctx, {})

type CleanUp = { table: string; fill: string; act: (ctx: JobContext) => Promise<void>; left?: number }

const cleanUps: CleanUp[] = [
  {
    table: 'audit_events',
    fill: `insert into audit_events (id, at, action) select ${id}, '2020-01-01', 'sign_in' from given`,
    act: job('forget-old-audit-events'),
  },
  {
    table: 'story_reads',
    fill: "insert into story_reads (content_id, day, reads) select contents.id, '2020-01-01'::date - n, 1 from contents, given",
    act: job('forget-old-reads'),
  },
  {
    table: 'read_batches',
    fill: `insert into read_batches (id, received_at) select ${id}, '2020-01-01' from given`,
    act: job('forget-old-reads'),
  },
  {
    table: 'soft_bounces',
    fill: "insert into soft_bounces (email, day) select n || '@example.com', '2020-01-01' from given",
    act: job('forget-old-soft-bounces'),
  },
  {
    table: 'sessions',
    fill: `insert into sessions (token_hash, user_id, id, method, last_seen_at, expires_at, created_at)
      select n::text, users.id, ${id}, 'password', '2020-01-01', '2020-02-01', '2020-01-01' from users, given`,
    act: job('forget-expired-access'),
  },
  {
    table: 'account_tokens',
    fill: `insert into account_tokens (token_hash, purpose, user_id, email, expires_at, created_at)
      select n::text, 'prove_email', users.id, 'a@example.com', '2020-02-01', '2020-01-01' from users, given`,
    act: job('forget-expired-access'),
  },
  {
    table: 'invitations',
    fill: `insert into invitations (id, email, created_at, expires_at)
      select ${id}, n || '@example.com', '2020-01-01', '2020-01-15' from given`,
    act: job('forget-expired-access'),
  },
  {
    table: 'passkey_challenges',
    fill: `insert into passkey_challenges (id, challenge, expires_at) select ${id}, n::text, '2020-01-01' from given`,
    act: job('forget-expired-access'),
  },
  {
    table: 'subscriptions',
    fill: `with held as (${subscribersOf} returning id)
      insert into subscriptions (id, uuid, subscriber_id, category, frequency, asked_at, created_at)
      select id, id, id, 'books', 'daily', '2020-01-01', '2020-01-01' from held`,
    act: job('forget-unconfirmed-subscriptions'),
  },
  { table: 'subscribers', fill: subscribersOf, act: job('forget-unconfirmed-subscriptions') },
  {
    table: 'changes',
    fill: "insert into changes (tags) select '{a}'::text[] from given union all select '{a}'::text[] from generate_series(1, 10000)",
    act: () => api().feed.trim(),
    left: 10_000,
  },
]

/** From now on the second statement that deletes from a table fails, and nothing else. */
async function cutShort(table: string): Promise<void> {
  await api().pool.query(`
    create sequence clean_up_statements;
    create function cut_short() returns trigger language plpgsql as $$
      begin
        if nextval('clean_up_statements') = 2 then raise exception 'cut short'; end if;
        return null;
      end $$;
    create trigger cut_short after delete on ${table} for each statement execute function cut_short()`)
}
afterEach(() =>
  api().pool.query('drop function if exists cut_short cascade; drop sequence if exists clean_up_statements'),
)

test.each(cleanUps)('deletes old rows of $table in batches, and continues an interrupted run', async (one) => {
  const { table, fill, act, left = 0 } = one
  await aStory({ by: await anAuthor() })
  const { context, pool } = api()
  await pool.query(`delete from ${table}`)
  await pool.query(`with given as (select generate_series(1, ${rows}) as n) ${fill.replace(/^with /, ', ')}`)
  const count = async () => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count)
  expect(await count()).toBe(rows + left)
  await cutShort(table)
  const mailer = { send: async () => undefined, close: async () => undefined }
  await expect(act({ ...context, mailer })).rejects.toThrow()
  const rest = await count()
  expect(rest).toBeGreaterThan(left)
  expect(rest).toBeLessThan(rows + left)
  await act({ ...context, mailer })
  expect(await count()).toBe(left)
})
