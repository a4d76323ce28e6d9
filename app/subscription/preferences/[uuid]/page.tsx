import { ask, FailureAnswer, isMissing } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import type { MailLinkParams } from '#app/subscription/mail-link-page.tsx'
import { DeadLink } from '#components/newsletter/dead-link.tsx'
import { PreferencePanel } from '#components/newsletter/preferences/preference-panel.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { readAs } from '#lib/api/read.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { answerWith } from '#lib/page-cache/render-context.ts'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => secretAddressMetadata('What you get by email')

/** Every newsletter links here. Opening it changes nothing, because mail scanners open every link. */
export default async function PreferencesPage({ params, searchParams }: MailLinkParams) {
  const uuid = decodedParam((await params).uuid)
  const [asked, answer] = await Promise.all([
    ask(readAs({}, 'GET /newsletters/preferences/:uuid', { params: { uuid } })),
    searchParams.then(readFormAnswer),
  ])
  if (asked.ok) {
    return (
      <FormPage isQuiet>
        <PreferencePanel uuid={uuid} preferences={asked.value.body} answer={answer} />
      </FormPage>
    )
  }
  if (!isMissing(asked.failure)) return <FailureAnswer failure={asked.failure} />
  answerWith(404)
  return (
    <FormPage isQuiet>
      <DeadLink wanted="preferences" />
    </FormPage>
  )
}
