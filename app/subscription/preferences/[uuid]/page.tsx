import type { Metadata } from 'next'
import { ask, FailureAnswer, isMissing } from '#app/failure-answer.tsx'
import { decodedParam } from '#app/route-params.ts'
import { PreferencePanel } from '#components/newsletter/preferences/preference-panel.tsx'
import { UnknownLink } from '#components/newsletter/subscription-facts.tsx'
import { FormPage } from '#components/ui/form-page.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { PageHeading } from '#components/ui/page-heading.tsx'
import { paths } from '#contract/paths.ts'
import { getPreferences } from '#lib/api/newsletters.ts'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'
import { answerWith } from '#lib/web-server/render-context.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return secretAddressMetadata('What you get by mail')
}

/** Opened by a link in every newsletter; it changes nothing by itself, because whatever reads mails opens their links. */
export default async function PreferencesPage({ params }: PageProps<'/subscription/preferences/[uuid]'>) {
  const uuid = decodedParam((await params).uuid)
  const asked = await ask(getPreferences(uuid))
  if (asked.ok) {
    return (
      <FormPage>
        <PreferencePanel uuid={uuid} preferences={asked.value} />
      </FormPage>
    )
  }
  if (!isMissing(asked.failure)) return <FailureAnswer failure={asked.failure} />
  answerWith(404)
  return (
    <FormPage>
      <PageHeading title="What you get by mail" />
      <UnknownLink />
      <a href={paths.subscribe} className={`${lineLink} self-start`}>
        Subscribe to something
      </a>
    </FormPage>
  )
}
