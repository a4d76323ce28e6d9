import { webEnv } from '#lib/env.ts'

/** A site-relative address as the whole world has to write it. */
export function absolute(path: string): string {
  return /^https?:\/\//.test(path) ? path : `${webEnv().PUBLIC_URL}${path}`
}

/** The picture of a story in its largest width, absolute; ours come in three widths under one name. */
export function absoluteImage(storyImage: string): string {
  return absolute(storyImage.replace(/^(\/covers\/[\w-]+)\.webp$/, '$1-1440.webp'))
}

export const siteDescription = 'Byte size knowledge that makes you smarter everyday.'
