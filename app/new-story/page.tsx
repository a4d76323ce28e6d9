import type { Metadata } from 'next'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { webEnv } from '#lib/env.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return unlistedMetadata('New story')
}

export default function NewStoryPage() {
  return <EditorPage productName={webEnv().PRODUCT_NAME} />
}
