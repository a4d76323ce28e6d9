import { randomBytes } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test'
import { apiUrl } from './address.ts'
import { isSeeded, type Listed, stories } from './site-content.ts'

export type WrittenStory = { _id: string; slug: string; version: number; title: string }
type Given = { title?: string; content?: string; [field: string]: unknown }

/** A draft of the signed-in person, made without the editor; published if `isDraft` is false. */
export async function aDraft(context: BrowserContext, given: Given = {}): Promise<WrittenStory> {
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
  const answer = await context.request.put(`/api/contents/${_id}`, { data: { isDraft: false } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export async function aPublishedStory(context: BrowserContext, given: Given = {}): Promise<WrittenStory> {
  const story = await aDraft(context, given)
  await publish(context, story)
  return story
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'

/** Opens a story's page as a browser does, so that it counts as a read; it came from `referer`, or from nowhere. */
export async function readStory(request: APIRequestContext, path: string, referer?: string): Promise<void> {
  const answer = await request.get(path, { headers: { 'user-agent': firefox, ...(referer && { referer }) } })
  expect(answer.status()).toBe(200)
}

/** Some of the stories that every site begins with. */
export async function someStories(request: APIRequestContext, count: number): Promise<Listed[]> {
  return (await stories(request)).slice(0, count)
}

/** Deletes the public stories that this worker's site did not begin with. */
export async function removeNewStories(asAdmin: () => Promise<APIRequestContext>): Promise<void> {
  // Asks the product API itself, so that the web neither renders nor keeps anything for it.
  const answer = await fetch(`${apiUrl}/contents?limit=100`)
  const added = ((await answer.json()) as Listed[]).filter((story) => !isSeeded(story))
  for (const { _id } of added) {
    const removed = await (await asAdmin()).delete(`/api/contents/${_id}`)
    expect(removed.ok(), await removed.text()).toBe(true)
  }
}
