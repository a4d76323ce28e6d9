import type { Metadata } from 'next'
import { ask, FailureAnswer } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { getPublication } from '#lib/api/publications.ts'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('New story')
}

export default async function NewStoryOfPublicationPage({ params }: { params: Promise<{ publication: string }> }) {
  const asked = await ask(getPublication(decodedParam((await params).publication)))
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  const { slug, name, owner_uuid } = asked.value
  return <EditorPage productName={webEnv().PRODUCT_NAME} publication={{ slug, name, owner_uuid }} />
}
