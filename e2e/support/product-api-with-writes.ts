import '#runtime/resolve-imports.ts'
import { readEnv } from '#product-api/start/env.ts'

export type Write = { number: number; slug: string; title: string; isNew?: boolean }

// The product API, which also writes stories for its parent process: a message per write, answered when it is committed.
const { readStory } = await import('#product-api/stories/list-stories.ts')
const { createStory } = await import('#product-api/stories/create-story.ts')
const { updateStory } = await import('#product-api/stories/write/edit-story.ts')
const { startProductApi } = await import('#product-api/start/start-product-api.ts')
const { context, ready, stop } = await startProductApi(readEnv())

process.on('message', (message) => {
  const { number, ...asked } = message as Write
  void write(asked).then(() => process.send?.({ written: number }))
})
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void stop())
process.send?.(ready)

async function write({ slug, title, isNew }: Omit<Write, 'number'>): Promise<void> {
  const found = await readStory(context, slug)
  if ('movedTo' in found) throw new Error(`${slug} has moved`)
  const { id, authorId, category, content, storyImage } = found.story
  const actor = { id: authorId ?? '', role: 'user' as const, name: '', email: '' }
  if (isNew) await createStory({ ...context, actor }, { title, category, content, storyImage, isDraft: false })
  else await updateStory({ ...context, actor }, id, { title })
}
