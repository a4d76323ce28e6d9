import { readStory } from '#product-api/contents/read-service.ts'
import { updateContent } from '#product-api/contents/service.ts'
import { readEnv } from '#product-api/env.ts'
import { startProductApi } from '#product-api/start.ts'

export type Write = { number: number; slug: string; title: string }

// The product API as it is, with a door for its parent: a write through its own service, answered when it is committed.
const { context, ready, stop } = await startProductApi(readEnv())

process.on('message', (message) => {
  const { number, slug, title } = message as Write
  void write(slug, title).then(() => process.send?.({ written: number }))
})
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void stop())
process.send?.(ready)

async function write(slug: string, title: string): Promise<void> {
  const found = await readStory(context, slug)
  if ('movedTo' in found) throw new Error(`${slug} has moved`)
  const { id, authorId } = found.story
  const author = { id: authorId ?? '', role: 'user' as const, name: '', email: '' }
  await updateContent({ ...context, actor: author }, id, { title })
}
