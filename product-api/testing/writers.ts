import type { Story } from '#contract/stories.ts'
import type { WorkingCopy, Written } from '#contract/story-writing.ts'
import type { Actor } from '#platform/context.ts'
import { api, get, send } from './api.ts'

export const storyHtml = '<p>The lamp turns all night.</p>'

/** The body of a successful answer; any other answer fails the test with its message. */
export async function json<T>(response: Response | Promise<Response>): Promise<T> {
  const answer = await response
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Creates a draft titled Lamp with the editor's call. */
export function write(by: Actor, body: object = {}): Promise<Written> {
  return json<Written>(send('POST', '/contents', { as: by.id, body: { title: 'Lamp', content: storyHtml, ...body } }))
}

export function edit(by: Actor, id: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return send('PUT', `/contents/${id}`, { as: by.id, body, headers })
}

export function copyOf(by: Actor, id: string): Promise<WorkingCopy> {
  return json<WorkingCopy>(get(`/contents/${id}/working-copy`, { as: by.id }))
}

/** The story as readers see it. */
export async function shown(slug: string): Promise<Story> {
  return (await (await get(`/contents/${slug}`)).json()) as Story
}

/** The cache tags that are announced in the meantime. */
export async function changesMade(run: () => Promise<unknown>): Promise<string[]> {
  await api().pool.query('delete from changes')
  await run()
  const { rows } = await api().pool.query<{ tags: string[] }>('select tags from changes')
  return rows.flatMap((row) => row.tags)
}
