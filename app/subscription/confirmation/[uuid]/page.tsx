import { ask } from '#app/failure-answer.tsx'
import { findSubscription, MailLinkPage, type MailLinkParams } from '#app/subscription/mail-link-page.tsx'
import { NewestStories } from '#components/article/newest-stories.tsx'
import { ConfirmSubscription } from '#components/newsletter/confirm-subscription.tsx'
import { paths } from '#contract/paths.ts'
import type { SubscriptionLink } from '#contract/subscription-schemas.ts'
import { type ListOf, listStories } from '#lib/api/stories.ts'
import { secretAddressMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () => secretAddressMetadata('Confirm your subscription')

const storiesShown = 3

export default function ConfirmationPage(props: MailLinkParams) {
  return (
    <MailLinkPage {...props} wanted="confirm" find={findSubscription}>
      {(uuid, link, answer) => (
        <ConfirmSubscription uuid={uuid} link={link} answer={answer} next={<NewestOf link={link} />} />
      )}
    </MailLinkPage>
  )
}

/** The newest stories of what was subscribed to. If they can't be loaded, the page is whole without them. */
async function NewestOf({ link }: { link: SubscriptionLink }) {
  const { list, path } = subjectOf(link)
  const asked = await ask(listStories(list, { limit: storiesShown }))
  return asked.ok ? <NewestStories stories={asked.value.body} path={path} /> : null
}

function subjectOf(link: SubscriptionLink): { list: ListOf; path: string } {
  const { following_publication: publication, following_author: uuid, category } = link
  if (publication) return { list: { kind: 'publication', publication }, path: paths.publication(publication) }
  if (uuid) return { list: { kind: 'author', uuid }, path: paths.profile(uuid) }
  if (category) return { list: { kind: 'category', category }, path: paths.category(category) }
  return { list: { kind: 'all' }, path: paths.home }
}
