import { webEnv } from '#lib/env.ts'

/** A site-relative address as the whole world has to write it. */
export function absolute(path: string): string {
  return /^https?:\/\//.test(path) ? path : `${webEnv().PUBLIC_URL}${path}`
}

/** The language of the site’s own words, as a BCP 47 tag. */
export const siteLanguage = 'en-GB'

export const siteDescription = 'Byte size knowledge that makes you smarter everyday.'

/** Of the picture that other sites show for a page. */
export const shareImageSize = { width: 1200, height: 630 }
