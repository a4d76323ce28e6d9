import { answerMetadata, answerPage } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { EditionView } from '#components/archive/edition-view.tsx'
import { SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { LineLink } from '#components/ui/links.tsx'
import { allCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { writeMarkup } from '#lib/renderer/static-markup.ts'
import { sanitisedStory } from '#lib/sanitised-story.ts'
import { editionMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

type Props = { params: Promise<{ edition: string }> }

async function load({ params }: Props) {
  const edition = decodedParam((await params).edition)
  return (await read('GET /newsletters/archive/:edition', { params: { edition } })).body
}

export const generateMetadata = (props: Props) => answerMetadata(load(props), editionMetadata)

export default function EditionPage(props: Props) {
  return answerPage(load(props), (edition) => (
    <div className="mx-auto flex w-full max-w-framed flex-col gap-10 px-4 py-10 md:px-6 md:py-16">
      <EditionView
        edition={edition}
        sanitisedHtml={edition.content === null ? undefined : sanitisedStory(edition.content)}
        write={writeMarkup}
      />
      <SubscribeForm
        variant="box"
        subject={{ name: site().name, category: allCategories }}
        usual={site().default_frequency}
      />
      <LineLink href={paths.newsletters}>All newsletters</LineLink>
    </div>
  ))
}
