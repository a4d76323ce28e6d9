import { readStory } from '#product-api/contents/read-service.ts'
import { updateContent } from '#product-api/contents/service.ts'
import { readEnv } from '#product-api/env.ts'
import { startProductApi } from '#product-api/start.ts'
import { ensureAdmin } from '#product-api/users/service.ts'

export type Write = { number: number; slug: string; title: string }

// The product API as it is, with a door for its parent: a write through its own service, answered when it is committed.
const env = readEnv()
const api = await startProductApi(env)
const { id } = await ensureAdmin(api.context, { email: env.ADMIN_EMAIL })
const writer = { ...api.context, actor: { id, role: 'admin' as const, name: 'Administrator', email: env.ADMIN_EMAIL } }

process.on('message', (message) => {
  const { number, slug, title } = message as Write
  void write(slug, title).then(() => process.send?.({ written: number }))
})
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void api.stop())
process.send?.(api.ready)

async function write(slug: string, title: string): Promise<void> {
  const found = await readStory(writer, slug)
  if ('movedTo' in found) throw new Error(`${slug} has moved`)
  await updateContent(writer, found.story.id, { title })
}
