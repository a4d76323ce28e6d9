import type { Metadata } from 'next'
import { ask, FailureAnswer } from '#app/failure-answer.tsx'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { paths } from '#contract/paths.ts'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { currentViewer } from '#lib/session/caller.ts'
import { SignedOut } from '../session-ended.tsx'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('New story')
}

export default async function NewStoryPage() {
  const viewer = await ask(currentViewer())
  if (!viewer.ok) return <FailureAnswer failure={viewer.failure} />
  if (!viewer.value) return <SignedOut path={paths.newStory} />
  return <EditorPage productName={webEnv().PRODUCT_NAME} person={viewer.value.user} />
}
