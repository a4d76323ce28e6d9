import { z } from 'zod'
import { Edition } from './edition.ts'
import { defineEndpoints } from './endpoint.ts'
import { chooseFrequency, digestFrequencies } from './frequencies.ts'
import { pageQuery } from './input.ts'

const Nullable = z.string().nullable().default(null)

const sendEnvironments = ['test', 'prod'] as const

/** A list and how often its digest comes. */
const DigestList = z.object({
  category: z.string({ error: 'Choose a category.' }).min(1, 'Choose a category.').max(64),
  frequency: z.enum(digestFrequencies, { error: chooseFrequency(digestFrequencies) }),
})

/** How far a send has come: the parts add up to `recipients` at any time. */
const SendFigures = z.object({
  recipients: z.int(),
  queued: z.int().describe('waiting, those that are tried again later included'),
  sending: z.int().describe('with a process right now'),
  sent: z.int().describe('accepted by the mail server'),
  uncertain: z
    .int()
    .describe(
      'the connection broke, or the sending process ended, before the mail server said whether it accepted the email',
    ),
  bounced: z.int().describe('refused for good, immediately or by a later report'),
  failed: z.int().describe('given up after deferred attempts'),
  left_out: z.int().describe('nothing was sent: unsubscribed, paused or suppressed since, or the story is gone'),
  cancelled: z.int(),
})
export type SendFigures = z.infer<typeof SendFigures>

const sendStates = ['freezing', 'sending', 'paused', 'cancelled', 'done'] as const

/** One sending of emails to many. */
export const Send = z.object({
  id: z.string(),
  kind: z.enum(['campaign', 'digest', 'story']),
  env: z.enum(sendEnvironments),
  category: Nullable,
  frequency: Nullable,
  period: z.string().describe('e.g. `2026-11-23` or `2026-W48`'),
  /** Its subject, in words, e.g. `Fiction, weekly` or the title of a story. */
  about: z.string(),
  state: z.enum(sendStates),
  paused_by: z
    .enum(['operator', 'no_answer', 'refusals'])
    .nullable()
    .default(null)
    .describe('`no_answer`: the mail server does not answer; `refusals`: it keeps refusing emails'),
  pause_answer: Nullable.describe('what the mail server said, if it accepts nothing'),
  resume_at: Nullable.describe('when a send that is waiting for the mail server or its allowance is retried'),
  waits_for: z
    .enum(['rate', 'warm_up'])
    .nullable()
    .default(null)
    .describe('what holds back emails that could go out: the limit per second or the daily one'),
  created_at: z.string(),
  created_by: Nullable.describe('a name'),
  ended_at: Nullable,
  figures: SendFigures,
})
export type Send = z.infer<typeof Send>

const EndedState = z.enum(['bounced', 'failed', 'left_out', 'uncertain'])

/** Why recipients got nothing, and how many. */
const EndedFor = z.object({
  state: EndedState,
  reason: z.string().describe('in words'),
  count: z.int(),
})
export const SendReport = Send.extend({
  /** The most frequent first. */
  reasons: z.array(EndedFor),
  edition: Nullable.describe('the email that most recipients got, at `/newsletters/archive/:edition`'),
})
export type SendReport = z.infer<typeof SendReport>

/** One recipient of a send that did not simply get it. */
const EndedRecipient = z.object({
  email: z.string().describe('empty if the subscriber was deleted'),
  state: EndedState,
  reason: z.string(),
  answer: z.string().describe('what the mail server said'),
  at: z.string(),
})
export type EndedRecipient = z.infer<typeof EndedRecipient>

/** A finding of a check of an email or of the sending domain. */
const MailFinding = z.object({
  level: z.enum(['good', 'hint', 'bad']),
  what: z.string().describe('one sentence'),
})
export type MailFinding = z.infer<typeof MailFinding>

/** A send before it starts: the number of recipients, and the email as they see it. */
export const SendPreview = z.object({
  recipients: z.int().describe('confirmed subscribers of the list; those who have had every story get no email'),
  paused: z.int().describe('how many of these have paused'),
  receiving: z
    .int()
    .nullable()
    .default(null)
    .describe('how many of these would get an email now; null for a list of more than 20,000'),
  period: z.string(),
  sent_already: z.boolean().describe('the same list, frequency and period has already been sent'),
  stories: z.int(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  bytes: z.int().describe('of the HTML part; Gmail clips an email at 102 KB'),
  findings: z.array(MailFinding),
})
export type SendPreview = z.infer<typeof SendPreview>

const SendId = z.object({ id: z.string().max(64) })

export const sends = defineEndpoints({
  send: {
    call: 'POST /newsletters/send',
    summary:
      'Sends a list its digest; `test` goes to the caller alone. The same list, frequency and period goes out once',
    body: DigestList.extend({
      code: z.string({ error: 'Please enter the code.' }).min(1, 'Please enter the code.').max(200),
      env: z.enum(sendEnvironments, { error: 'Choose test or prod.' }),
    }),
    response: z.object({ message: z.string(), send: z.string().describe('its id') }),
    auth: 'admin',
    problems: ['already_done', 'not_possible', 'too_many_requests', 'unavailable'],
  },
  preview: {
    call: 'POST /newsletters/send/preview',
    summary: 'How many people a send would go to, and its email; sends nothing',
    body: DigestList,
    response: SendPreview,
    auth: 'admin',
    timeoutMs: 15_000,
  },
  list: {
    call: 'GET /newsletters/sends',
    summary: 'The latest sends, newest first',
    query: z.object(pageQuery({ limit: 20 })),
    response: z.array(Send),
    auth: 'admin',
  },
  one: {
    call: 'GET /newsletters/sends/:id',
    summary: 'How far a send has come',
    params: SendId,
    response: SendReport,
    auth: 'admin',
    problems: ['not_found'],
  },
  ended: {
    call: 'GET /newsletters/sends/:id/recipients',
    summary: 'Who did not receive a send, and why',
    params: SendId,
    query: z.object({
      state: EndedState,
      ...pageQuery({ limit: 50 }),
    }),
    response: z.array(EndedRecipient),
    auth: 'admin',
    problems: ['not_found'],
  },
  pause: {
    call: 'POST /newsletters/sends/:id/pause',
    summary: 'Pauses a send; emails that are on their way still go out',
    params: SendId,
    response: Send,
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
  resume: {
    call: 'POST /newsletters/sends/:id/resume',
    summary: 'Resumes a paused send',
    params: SendId,
    response: Send,
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
  cancel: {
    call: 'POST /newsletters/sends/:id/cancel',
    summary: 'Cancels a send for good; nobody else receives it',
    params: SendId,
    response: Send,
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
  archive: {
    call: 'GET /newsletters/archive',
    summary: 'What was sent, newest first',
    query: z.object(pageQuery()),
    response: z.array(Edition),
    sameForAll: true,
  },
  edition: {
    call: 'GET /newsletters/archive/:edition',
    summary: 'One newsletter that was sent',
    params: z.object({ edition: z.string().max(64) }),
    response: Edition,
    problems: ['not_found'],
    sameForAll: true,
  },
})
