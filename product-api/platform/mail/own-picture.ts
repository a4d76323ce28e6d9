import { parseUploadAddress, uploadVariants } from '#contract/uploaded-pictures.ts'
import type { MailPicture } from './blocks.ts'

const coverForm = /^\/covers\/([\w-]+)\.webp$/
/** All covers have the same proportions. */
const coverRatio = 810 / 1440
const widths = { large: 960, small: 480 } as const

/**
 * A picture of this site in the width for an email; undefined for a picture on another site, which could see when an
 * email is opened.
 *
 * @param address as a story has it (`/covers/…`, `/uploads/…`), or the same with the site before it.
 */
export function ownPicture(
  { publicUrl }: { publicUrl: string },
  picture: { url: string; alt: string } | undefined,
  size: keyof typeof widths,
): MailPicture | undefined {
  const site = publicUrl.replace(/\/$/, '')
  const path = picture?.url.startsWith(`${site}/`) ? picture.url.slice(site.length) : picture?.url
  if (!picture || !path) return undefined

  const cover = path.match(coverForm)?.[1]
  if (cover) {
    const width = widths[size]
    const url = `${site}/covers/${cover}-${width}.webp`
    return { url, alt: picture.alt, width, height: Math.round(width * coverRatio) }
  }
  const upload = parseUploadAddress(path)
  const variants = upload ? uploadVariants(upload) : []
  const fitting = variants.find(({ width }) => width >= widths[size]) ?? variants.at(-1)
  return fitting && { ...fitting, url: `${site}${fitting.url}`, alt: picture.alt }
}
