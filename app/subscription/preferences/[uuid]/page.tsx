import { MailLinkPage, type MailLinkParams } from '#app/subscription/mail-link-page.tsx'
import { PreferencePanel } from '#components/newsletter/preferences/preference-panel.tsx'
import { readAs } from '#lib/api/read.ts'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => secretAddressMetadata('What you get by email')

/** Every newsletter links here. */
export default function PreferencesPage(props: MailLinkParams) {
  const find = (uuid: string) => readAs({}, 'GET /newsletters/preferences/:uuid', { params: { uuid } })
  return (
    <MailLinkPage {...props} wanted="preferences" find={find}>
      {(uuid, preferences, answer) => <PreferencePanel uuid={uuid} preferences={preferences} answer={answer} />}
    </MailLinkPage>
  )
}
