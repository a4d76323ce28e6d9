import { parseUploadAddress, uploadSrcSet, uploadVariants } from '#contract/upload-address.ts'

const smallerWidths = [480, 960] as const
const fullWidth = 1440
const ownCover = /^\/covers\/([\w-]+)\.webp$/

type Sources = { src: string; srcSet?: string }
export type ImageSource = Sources & {
  isForeign: boolean
  /** The same picture, drawn for the dark theme. */
  dark?: Sources
}

/**
 * Our covers and what was uploaded here have smaller widths beside them, covers also a twin for the dark; any other address
 * is shown as it is.
 */
export function imageSource(url: string): ImageSource {
  const upload = parseUploadAddress(url)
  if (upload) {
    const variants = uploadVariants(upload)
    const { url: src } = variants.find(({ width }) => width >= smallerWidths[1]) ?? { url }
    return { src, ...(variants.length > 1 && { srcSet: uploadSrcSet(upload) }), isForeign: false }
  }
  const name = url.match(ownCover)?.[1]
  if (!name) return { src: url, isForeign: !url.startsWith('/') }
  return { ...coverSources(name), isForeign: false, dark: coverSources(`${name}-dark`) }
}

function coverSources(name: string): Sources {
  const smaller = smallerWidths.map((width) => `/covers/${name}-${width}.webp ${width}w`)
  return {
    src: `/covers/${name}-960.webp`,
    srcSet: [...smaller, `/covers/${name}.webp ${fullWidth}w`].join(', '),
  }
}
