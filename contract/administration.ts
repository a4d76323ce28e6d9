import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { pageQuery } from './input.ts'
import { Count, Said } from './users.ts'

/** A story in whatever state, as administrators see it in a list. */
export const StorySummary = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  author: z.object({ uuid: z.string(), name: z.string() }).nullable().describe('null if the account is gone'),
  state: z.enum(['published', 'draft', 'planned', 'deleted']),
  updated_at: z.string(),
  published_at: z.string().nullable(),
  publish_at: z.string().nullable().describe('when it, or what is written beside it, publishes itself'),
  deleted_at: z.string().nullable(),
  restorable_until: z.string().nullable().describe('until when a deleted story can be restored'),
})
export type StorySummary = z.infer<typeof StorySummary>

/** How many jobs of a queue are in which state. */
export const QueueState = z.object({
  name: z.string(),
  waiting: z.int().describe('ready to run'),
  later: z.int().describe('planned, or waiting for a retry'),
  active: z.int(),
  failed: z.int().describe('for good; kept for a day'),
})
export type QueueState = z.infer<typeof QueueState>

/** A job that failed. Its payload stays private, except for the ids of its subjects. */
export const TroubledJob = z.object({
  _id: z.string(),
  queue: z.string(),
  job: z.string().describe('its name'),
  about: z.string().describe('what it is about, by id; empty if that would name a person'),
  state: z.enum(['failed', 'retry']).describe('`retry`: it is waiting for another attempt'),
  tries: z.int(),
  created_at: z.string(),
  failed_at: z.string().nullable(),
  next_try_at: z.string().nullable(),
  failure: z.string().describe('in words, without addresses'),
})
export type TroubledJob = z.infer<typeof TroubledJob>

const JobId = z.object({ id: z.string().max(64) })

export const administration = defineEndpoints({
  stories: {
    call: 'GET /dashboard/stories',
    summary: 'Stories in any state, the last changed first; found by words of the title or author, or by the address',
    query: z.object({
      query: z.string().max(500).optional().describe('words, a slug or an address of a story'),
      state: z.enum(['all', 'published', 'draft', 'planned', 'deleted']).default('all'),
      ...pageQuery(),
    }),
    response: z.array(StorySummary),
    auth: 'admin',
  },
  queues: {
    call: 'GET /dashboard/queues',
    summary: 'How many jobs each queue has in each state',
    response: z.array(QueueState),
    auth: 'admin',
  },
  jobs: {
    call: 'GET /dashboard/jobs',
    summary: 'Jobs that failed for good or are waiting for a retry, newest first',
    query: z.object({ state: z.enum(['failed', 'retry']).default('failed'), ...pageQuery() }),
    response: z.array(TroubledJob),
    auth: 'admin',
  },
  retryJob: {
    call: 'POST /dashboard/jobs/:id/retry',
    summary: 'Runs a job straight away that failed or is waiting for a retry',
    params: JobId,
    response: Said,
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
  retryQueue: {
    call: 'POST /dashboard/queues/:queue/retry',
    summary: 'Runs all failed jobs of a queue straight away',
    params: z.object({ queue: z.string().max(64) }),
    response: Count,
    auth: 'admin',
    problems: ['not_found'],
  },
  discardJob: {
    call: 'DELETE /dashboard/jobs/:id',
    summary: 'Discards a failed job, so that it never runs',
    params: JobId,
    response: Said,
    auth: 'admin',
    problems: ['not_found', 'not_possible'],
  },
})
