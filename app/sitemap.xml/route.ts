import { sitemapIndex } from '#lib/seo/sitemap.ts'
import { withFailureAnswer } from '#lib/seo/with-failure-answer.ts'

export const dynamic = 'force-dynamic'

export const GET = () => withFailureAnswer(sitemapIndex)
