import { newsletters } from '#contract/newsletters.ts'
import { paths } from '#contract/paths.ts'
import { mailLink } from '#lib/bff/mail-link.ts'

export const dynamic = 'force-dynamic'
export const { GET, HEAD } = mailLink(newsletters.confirm, paths.confirmSubscription)
