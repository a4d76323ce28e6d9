import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { asOneLine, pageQuery } from './input.ts'
import { thanksMost } from './text-limits.ts'
import { Said } from './users.ts'

const Person = z.object({ uuid: z.string(), name: z.string() })
const Reader = Person.nullable().describe('null if the account was deleted')
const Words = z.string().describe('one line of plain text')

/** A private line from a reader to the writer of a story, as the writer reads it. */
export const Thanks = z.object({
  _id: z.string(),
  words: Words,
  sent_at: z.string(),
  reader: Reader,
  story: z.object({ slug: z.string(), title: z.string() }),
  is_reported: z.boolean(),
  is_blocked: z.boolean().describe('the writer gets no more thanks from this reader'),
})
export type Thanks = z.infer<typeof Thanks>

/** A reported line, as administrators read it. */
export const ReportedThanks = z.object({
  _id: z.string(),
  words: Words,
  sent_at: z.string(),
  reported_at: z.string(),
  reader: Reader,
  writer: Person,
  story: z.object({ slug: z.string(), title: z.string() }),
})
export type ReportedThanks = z.infer<typeof ReportedThanks>

const missing = 'Please write a line.'
const tooLong = `Please use at most ${thanksMost} characters.`
// Spaces are counted once, so the typed text may be a little longer.
const Line = z
  .string({ error: missing })
  .max(thanksMost * 4, tooLong)
  .transform(asOneLine)
  .pipe(z.string().min(1, missing).max(thanksMost, tooLong))

const StoryId = z.object({ id: z.string().min(1).max(64) })
const ThanksId = z.object({ id: z.string().min(1).max(64) })

export const thanks = defineEndpoints({
  send: {
    call: 'POST /contents/:id/thanks',
    summary: 'Thanks the writer of a published story in one private line; once for each story, and for good',
    params: StoryId,
    body: z.object({ words: Line }),
    response: z.object({ words: Words, sent_at: z.string() }),
    auth: 'user',
    problems: ['forbidden', 'not_found', 'not_possible', 'already_done', 'too_many_requests'],
  },
  own: {
    call: 'GET /contents/:id/thanks',
    summary: 'What the caller thanked the writer of a story with; null if they haven’t',
    params: StoryId,
    response: z.object({ words: Words.nullable(), sent_at: z.string().nullable() }),
    auth: 'user',
  },
  received: {
    call: 'GET /thanks',
    summary: 'The lines that readers sent to the caller, newest first',
    query: z.object(pageQuery()),
    response: z.array(Thanks),
    auth: 'user',
  },
  remove: {
    call: 'DELETE /thanks/:id',
    summary: 'Deletes a line that the caller received',
    params: ThanksId,
    response: Said,
    auth: 'user',
    problems: ['not_found'],
  },
  report: {
    call: 'POST /thanks/:id/report',
    summary: 'Reports a line that the caller received to the administrators; twice changes nothing',
    params: ThanksId,
    response: Said,
    auth: 'user',
    problems: ['not_found'],
  },
  block: {
    call: 'POST /thanks/:id/block',
    summary: 'From now on the caller gets no thanks from the sender of a line; the sender isn’t told',
    params: ThanksId,
    response: Said,
    auth: 'user',
    problems: ['not_found', 'not_possible'],
  },
  blocked: {
    call: 'GET /thanks/blocked',
    summary: 'The people from whom the caller gets no thanks, the last blocked first',
    query: z.object(pageQuery()),
    response: z.array(Person),
    auth: 'user',
  },
  unblock: {
    call: 'DELETE /thanks/blocked/:uuid',
    summary: 'Lets a person thank the caller again; twice changes nothing',
    params: z.object({ uuid: z.string().min(1).max(64) }),
    response: Said,
    auth: 'user',
  },
  reported: {
    call: 'GET /thanks/reported',
    summary: 'The reported lines that no administrator has decided about, newest first',
    query: z.object(pageQuery()),
    response: z.array(ReportedThanks),
    auth: 'admin',
  },
  dismissReport: {
    call: 'POST /thanks/reported/:id/dismiss',
    summary: 'Decides that a reported line may stay',
    params: ThanksId,
    response: Said,
    auth: 'admin',
    problems: ['not_found'],
  },
  removeReported: {
    call: 'POST /thanks/reported/:id/remove',
    summary: 'Takes a reported line away from its writer’s list',
    params: ThanksId,
    response: Said,
    auth: 'admin',
    problems: ['not_found'],
  },
})
