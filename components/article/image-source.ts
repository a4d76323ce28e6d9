const smallerWidths = [480, 960] as const
const fullWidth = 1440
const ownCover = /^\/covers\/([\w-]+)\.webp$/

export type ImageSource = { src: string; srcSet?: string; isForeign: boolean }

/** Our covers have two smaller widths beside them; any other address is shown as it is. */
export function imageSource(url: string): ImageSource {
  const name = url.match(ownCover)?.[1]
  if (!name) return { src: url, isForeign: !url.startsWith('/') }
  return {
    src: `/covers/${name}-960.webp`,
    srcSet: [...smallerWidths.map((width) => `/covers/${name}-${width}.webp ${width}w`), `${url} ${fullWidth}w`].join(
      ', ',
    ),
    isForeign: false,
  }
}
