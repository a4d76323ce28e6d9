import { PageTabs } from '#components/ui/page-tabs.tsx'
import { paths } from '#contract/paths.ts'

type Props = { uuid: string; current: 'profile' | 'newsletters' | 'security'; className?: string }

/** Links between the pages of one's own account. */
export function OwnPages({ uuid, current, className }: Props) {
  const pages = [
    { name: 'Profile', path: paths.profile(uuid), isCurrent: current === 'profile' },
    { name: 'Newsletters', path: paths.ownNewsletters, isCurrent: current === 'newsletters' },
    { name: 'Security', path: paths.accountSecurity, isCurrent: current === 'security' },
  ]
  return <PageTabs label="Your account" pages={pages} {...(className && { className })} />
}
