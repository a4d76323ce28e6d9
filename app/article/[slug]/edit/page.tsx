import type { Metadata } from 'next'
import { ask, FailureAnswer, isMissing, MissingAnswer } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { getWorkingCopy } from '#lib/api/story-writing.ts'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { currentViewer } from '#lib/session/current-viewer.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('Edit story')
}

export default async function EditStoryPage({ params }: { params: Promise<{ slug: string }> }) {
  const slug = decodedParam((await params).slug)
  const viewer = await ask(currentViewer())
  if (!viewer.ok) return <FailureAnswer failure={viewer.failure} />
  // The session has ended: the editor finds out too, and leads away.
  if (!viewer.value) return <MissingAnswer />

  const asked = await ask(getWorkingCopy(slug, viewer.value.as))
  if (asked.ok) return <EditorPage productName={webEnv().PRODUCT_NAME} story={asked.value} />
  // Somebody else's story has nothing to edit here.
  return isMissing(asked.failure) || asked.failure.status === 403 ? (
    <MissingAnswer />
  ) : (
    <FailureAnswer failure={asked.failure} />
  )
}
