import { oneValue } from '#app/route-params.ts'
import { findSubscription, MailLinkPage, type MailLinkParams } from '#app/subscription/mail-link-page.tsx'
import { Unsubscribe } from '#components/newsletter/unsubscribe.tsx'
import { endScopes } from '#contract/subscriptions.ts'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => secretAddressMetadata('Unsubscribe')

/** `?scope=digests` is a digest's own link: it ends all that comes as digests; `?scope=all` everything. */
export default async function UnsubscribePage(props: MailLinkParams) {
  const asked = oneValue((await props.searchParams).scope)
  const scope = endScopes.find((known) => known === asked)
  return (
    <MailLinkPage {...props} wanted="unsubscribe" find={findSubscription}>
      {(uuid, link, answer) => <Unsubscribe uuid={uuid} link={link} scope={scope} answer={answer} />}
    </MailLinkPage>
  )
}
