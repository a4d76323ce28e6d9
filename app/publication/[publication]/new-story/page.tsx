import { answerPage } from '#app/failure-answer.tsx'
import { SignedInOnly } from '#app/page-access.tsx'
import { decodedParam } from '#app/route-params.ts'
import { EditorPage } from '#components/editor/editor-page.tsx'
import { paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () => unlistedMetadata('New story')

export default async function NewStoryOfPublicationPage({ params }: { params: Promise<{ publication: string }> }) {
  const publication = decodedParam((await params).publication)
  return (
    <SignedInOnly path={paths.publicationNewStory(publication)}>
      {({ user }) =>
        answerPage(read('GET /publications/:publication', { params: { publication } }), ({ body }) => {
          const { slug, name, owner_uuid } = body
          const input = { person: user, publication: { slug, name, owner_uuid } }
          return <EditorPage categories={site().categories} {...input} />
        })
      }
    </SignedInOnly>
  )
}
