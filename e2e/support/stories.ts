import { randomBytes } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, test } from '@playwright/test'
import { type Listed, stories } from './site-content.ts'

export type WrittenStory = { _id: string; slug: string; version: number; title: string }
type Given = { title?: string; content?: string; [field: string]: unknown }

/** A new story moves another one off the first page of a list, so nobody publishes while the readers’ tests run. */
function expectReadersGone() {
  const advice = 'a test that publishes belongs to the writers in playwright.config.ts'
  expect(test.info().project.name, advice).not.toBe('reading')
}

/** A draft of the signed-in person, made without the editor; published if `isDraft` is false. */
export async function aDraft(context: BrowserContext, given: Given = {}): Promise<WrittenStory> {
  if (given.isDraft === false) expectReadersGone()
  const story = {
    title: `The Lamp ${randomBytes(4).toString('hex')}`,
    content: '<p>A lamp turns above the harbour. Nobody asks who turns it.</p>',
    category: 'fiction',
    ...given,
  }
  const answer = await context.request.post('/api/contents', { data: story })
  expect(answer.ok(), await answer.text()).toBe(true)
  return { ...((await answer.json()) as Omit<WrittenStory, 'title'>), title: story.title }
}

export async function publish(context: BrowserContext, { _id }: WrittenStory): Promise<void> {
  expectReadersGone()
  const answer = await context.request.put(`/api/contents/${_id}`, { data: { isDraft: false } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export async function aPublishedStory(context: BrowserContext, given: Given = {}): Promise<WrittenStory> {
  const story = await aDraft(context, given)
  await publish(context, story)
  return story
}

/** Some of the stories that every site begins with. */
export async function someStories(request: APIRequestContext, count: number): Promise<Listed[]> {
  return (await stories(request)).slice(0, count)
}
