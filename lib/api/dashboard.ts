import { dashboard, type FigureRange, type Figures, type TopStory } from '#contract/dashboard.ts'
import { mailings } from '#contract/mailings.ts'
import { type Send, sends } from '#contract/sends.ts'
import { type CallAs, call } from './client.ts'

/** The figures of the last days. @throws ApiFailure with status 403 for anyone but administrators, as all of these. */
export async function getFigures(days: FigureRange, as: CallAs): Promise<Figures> {
  return (await call(dashboard.figures, { query: { days } }, as)).body
}

export async function listTopStories(days: FigureRange, as: CallAs): Promise<TopStory[]> {
  return (await call(dashboard.topStories, { query: { days } }, as)).body
}

/** The newest first. */
export async function listLatestSends(limit: number, as: CallAs): Promise<Send[]> {
  return (await call(sends.list, { query: { limit } }, as)).body
}

/** Whether a story waits for an administrator before it goes to subscribers. */
export async function isStoryWaiting(as: CallAs): Promise<boolean> {
  return (await call(mailings.held, { query: { limit: 1 } }, as)).body.length > 0
}
