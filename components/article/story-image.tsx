import { drawnTwins } from '#contract/drawn-covers.ts'
import { parseUploadAddress, uploadSrcSet, uploadVariants } from '#contract/uploaded-pictures.ts'

type Props = {
  /** Without one there is no picture. */
  url: string | null | undefined
  /** Left out if the title beside it says the same. */
  alt?: string
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  /** `first`: the page's subject, before all else; `early`: in view when the page opens; `late`: when it comes near. */
  fetched?: 'first' | 'early' | 'late'
  className?: string
}

/**
 * A story's picture, 16:9; its space is kept until it loads. If it has a dark version, the stylesheet shows one of
 * the two: a reader's choice can differ from the system's, which is all that `<source media>` knows.
 */
export function StoryImage({ url, alt = '', sizes, fetched = 'late', className = '' }: Props) {
  if (!url) return null
  const { dark, isForeign, ...sources } = imageSource(url)
  const picture = {
    alt,
    sizes: sources.srcSet && sizes,
    width: 1440,
    height: 810,
    // Browsers skip a hidden picture only if it is lazy; theme.js makes the visible one of a light and dark pair load at once.
    loading: fetched === 'late' || dark ? 'lazy' : 'eager',
    fetchPriority: fetched === 'first' ? 'high' : undefined,
    decoding: 'async',
    referrerPolicy: isForeign ? 'no-referrer' : undefined,
  } as const
  const look = `picture bg-line ${className}`
  if (!dark) return <img {...picture} {...sources} alt={alt} className={`${look} object-cover`} />
  // One element around both: to its neighbours, a pair is one picture.
  return (
    <span className={`twins ${look}`}>
      <img {...picture} {...sources} alt={alt} className="by-day" />
      <img {...picture} {...dark} alt={alt} className="by-night" />
    </span>
  )
}

const smallerWidths = [480, 960] as const
const fullWidth = 1440
const ownCover = /^\/covers\/([\w-]+)\.webp$/

type Sources = { src: string; srcSet?: string }
type ImageSource = Sources & {
  isForeign: boolean
  /** The same picture, drawn for the dark theme. */
  dark?: Sources
}

/**
 * Our covers and what was uploaded here have smaller widths beside them, covers also a twin for the dark, and so have those
 * that are drawn; any other address is shown as it is.
 */
export function imageSource(url: string): ImageSource {
  const upload = parseUploadAddress(url)
  if (upload) {
    const variants = uploadVariants(upload)
    const { url: src } = variants.find(({ width }) => width >= smallerWidths[1]) ?? { url }
    return { src, ...(variants.length > 1 && { srcSet: uploadSrcSet(upload) }), isForeign: false }
  }
  const drawn = drawnTwins(url)
  if (drawn) return { src: drawn.light, isForeign: false, dark: { src: drawn.dark } }
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
