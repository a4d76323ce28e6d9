import { webEnv } from '#lib/env.ts'

/** The absolute URL of a site-relative address. */
export function absolute(path: string): string {
  return /^https?:\/\//.test(path) ? path : `${webEnv().PUBLIC_URL}${path}`
}

/** The language of the site’s own words, as a BCP 47 tag. */
export const siteLanguage = 'en-GB'

/** The size of the picture that other sites show for a page. */
export const shareImageSize = { width: 1200, height: 630 }
