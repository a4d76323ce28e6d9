import type { Metadata } from 'next'
import { ask, FailureAnswer } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { currentViewer } from '#lib/session/caller.ts'
import { SignedOut } from '../../../session-ended.tsx'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('New story')
}

export default async function NewStoryOfPublicationPage({ params }: { params: Promise<{ publication: string }> }) {
  const publication = decodedParam((await params).publication)
  const viewer = await ask(currentViewer())
  if (!viewer.ok) return <FailureAnswer failure={viewer.failure} />
  if (!viewer.value) return <SignedOut path={paths.publicationNewStory(publication)} />

  const asked = await ask(read('GET /publications/:publication', { params: { publication } }))
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  const { slug, name, owner_uuid } = asked.value.body
  const input = { person: viewer.value.user, publication: { slug, name, owner_uuid } }
  return <EditorPage productName={webEnv().PRODUCT_NAME} {...input} />
}
