/** The limits of one uploaded picture. */
export const uploadLimits = { bytes: 15 * 1024 * 1024, pixels: 50_000_000 } as const

/** An uploaded picture is stored in these widths, in pixels, up to its own, and in its own if that is less. */
export const uploadWidths = [480, 960, 1440] as const

/** The largest that a WebP file can be high. */
export const uploadHeightMost = 16_383

/** A picture of our own: its name, and the size of the largest stored version. */
export type UploadAddress = { id: string; width: number; height: number }
export type UploadVariant = { url: string; width: number; height: number }

const form = /^\/uploads\/([0-9a-f]{32})-([1-9]\d{0,3})x([1-9]\d{0,4})\.webp$/

export function uploadAddress({ id, width, height }: UploadAddress): string {
  return `/uploads/${id}-${width}x${height}.webp`
}

/** Reads an address of that form and no other. */
export function parseUploadAddress(url: string): UploadAddress | undefined {
  const [, id = '', width, height] = url.match(form) ?? []
  const size = { width: Number(width), height: Number(height) }
  const isKept = id && size.width <= uploadWidths[2] && size.height <= uploadHeightMost
  return isKept ? { id, ...size } : undefined
}

/** Every stored size of a picture, the smallest first; the last one is the picture itself. */
export function uploadVariants(picture: UploadAddress): UploadVariant[] {
  const { id, width, height } = picture
  const smaller = uploadWidths
    .filter((narrower) => narrower < width)
    .map((narrower) => ({ width: narrower, height: Math.max(1, Math.round((height * narrower) / width)) }))
  return [...smaller, { width, height }].map((size) => ({ url: uploadAddress({ id, ...size }), ...size }))
}

/** The widths to choose from, as `<img srcset>` takes them. */
export function uploadSrcSet(picture: UploadAddress): string {
  return uploadVariants(picture)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
}

/** The smallest stored version of an uploaded picture, for use at the size of a face; other addresses are unchanged. */
export function smallestPicture(url: string): string {
  const upload = parseUploadAddress(url)
  return (upload && uploadVariants(upload)[0]?.url) ?? url
}

/**
 * A picture that fills a place without being cut: the size in which it is shown there, in CSS pixels, and the smallest
 * stored version that is sharp on screens with two device pixels for each, or the largest.
 */
export function pictureForPlace(
  picture: UploadAddress,
  place: { width: number; height: number },
): { picture: UploadAddress; url: string; width: number; height: number } {
  const scale = Math.min(place.width / picture.width, place.height / picture.height)
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const variants = uploadVariants(picture)
  const { id } = picture
  const stored = variants.find((variant) => variant.width >= width * 2) ?? { ...picture, url: uploadAddress(picture) }
  return { picture: { id, width: stored.width, height: stored.height }, url: stored.url, width, height }
}
