import { answerPage } from '#app/failure-answer.tsx'
import { decodedParam, type SearchParams } from '#app/route-params.ts'
import { ReportForm } from '#components/article/report-form.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { getStory } from '#lib/api/stories.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { currentViewer } from '#lib/session/caller.ts'

type Props = { params: Promise<{ slug: string }>; searchParams: SearchParams }

export const generateMetadata = () => unlistedMetadata('Report a story')

export default async function ReportStoryPage({ params, searchParams }: Props) {
  const slug = decodedParam((await params).slug)
  const answer = await readFormAnswer(await searchParams)
  return answerPage(Promise.all([getStory(slug), currentViewer()]), ([{ post }, viewer]) => (
    <FormPage>
      <ReportForm slug={post.slug} title={post.title} isSignedIn={viewer !== undefined} answer={answer} />
    </FormPage>
  ))
}
