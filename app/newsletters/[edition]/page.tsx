import type { Metadata } from 'next'
import { ask, FailureAnswer, failureMetadata } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { EditionView } from '#components/archive/edition-view.tsx'
import { SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { webEnv } from '#lib/env.ts'
import { editionMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

type Props = { params: Promise<{ edition: string }> }

async function load({ params }: Props) {
  const edition = decodedParam((await params).edition)
  return (await read('GET /newsletters/archive/:edition', { params: { edition } })).body
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const asked = await ask(load(props))
  if (!asked.ok) return failureMetadata(asked.failure)
  return editionMetadata(asked.value)
}

export default async function EditionPage(props: Props) {
  const asked = await ask(load(props))
  if (!asked.ok) return <FailureAnswer failure={asked.failure} />
  const { PRODUCT_NAME } = webEnv()
  return (
    <div className="mx-auto flex w-full max-w-framed flex-col gap-10 px-4 py-10 md:px-6 md:py-16">
      <EditionView edition={asked.value} />
      <SubscribeForm variant="box" subject={{ name: PRODUCT_NAME, category: allCategories }} />
      <a href={paths.newsletters} className={`${lineLink} self-start`}>
        All newsletters
      </a>
    </div>
  )
}
