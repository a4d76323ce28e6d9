import { jpegAddress } from '#contract/mailed-pictures.ts'
import { parseUploadAddress, uploadVariants } from '#contract/uploaded-pictures.ts'

/** A picture with an absolute address, and its size in pixels. */
type MailPicture = { url: string; alt: string; width: number; height: number }

const coverForm = /^\/covers\/([\w-]+?)(?:-dark)?(?:-(?:480|960))?\.webp$/
/** All covers have the same proportions. */
const coverRatio = 810 / 1440
const portraitWidth = 192
const widths = { large: 960, small: 480 } as const

/**
 * A picture of this site as an email shows it: as a JPEG, in a width for screens of high resolution. Undefined for a
 * picture on another site, which could see when an email is opened.
 *
 * @param picture its address as a story has it (`/covers/…`, `/uploads/…`), or the same with the site before it.
 */
export function mailPicture(
  { publicUrl }: { publicUrl: string },
  picture: { url: string; alt: string } | undefined,
  size: keyof typeof widths,
): MailPicture | undefined {
  const site = publicUrl.replace(/\/$/, '')
  const path = picture?.url.startsWith(`${site}/`) ? picture.url.slice(site.length) : picture?.url
  if (!picture || !path) return undefined
  const { alt } = picture
  const cover = path.match(coverForm)?.[1]
  if (cover?.startsWith('author-')) {
    return { url: `${site}/covers/${cover}.jpg`, alt, width: portraitWidth, height: portraitWidth }
  }
  if (cover) {
    const width = widths[size]
    return { url: `${site}/covers/${cover}-${width}.jpg`, alt, width, height: Math.round(width * coverRatio) }
  }
  const upload = parseUploadAddress(path)
  if (!upload) return undefined
  const variants = uploadVariants(upload)
  const { width, height } = variants.find((variant) => variant.width >= widths[size]) ?? upload
  return { url: `${site}${jpegAddress({ id: upload.id, width, height })}`, alt, width, height }
}
