import { webEnv } from '#lib/env.ts'

/** A site-relative address as the whole world has to write it. */
export function absolute(path: string): string {
  return /^https?:\/\//.test(path) ? path : `${webEnv().PUBLIC_URL}${path}`
}

export const siteDescription = 'Byte size knowledge that makes you smarter everyday.'
