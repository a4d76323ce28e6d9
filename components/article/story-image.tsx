import { imageSource } from './image-source.ts'

type Props = {
  url: string
  /** Empty if the title beside it says the same. */
  alt: string
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
export function StoryImage({ url, alt, sizes, fetched = 'late', className = '' }: Props) {
  const { dark, isForeign, ...sources } = imageSource(url)
  const picture = {
    alt,
    sizes: sources.srcSet && sizes,
    width: 1440,
    height: 810,
    // Of twins only lazy ones are left alone while they are hidden; theme.js sees to it that the first does not wait.
    loading: fetched === 'late' || dark ? 'lazy' : 'eager',
    fetchPriority: fetched === 'first' ? 'high' : undefined,
    decoding: 'async',
    referrerPolicy: isForeign ? 'no-referrer' : undefined,
  } as const
  const look = `picture bg-line ${className}`
  if (!dark) return <img {...picture} {...sources} alt={alt} className={`${look} object-cover`} />
  // One element around both: to its neighbours, a pair is one picture.
  return (
    <span className={`twins relative block overflow-clip ${look}`}>
      <img {...picture} {...sources} alt={alt} className="by-day absolute inset-0 size-full object-cover" />
      <img {...picture} {...dark} alt={alt} className="by-night absolute inset-0 size-full object-cover" />
    </span>
  )
}
