import { imageSource } from './image-source.ts'

type Props = {
  url: string
  /** Empty where the title beside it says the same. */
  alt: string
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  /** `first`: what the page is about, before anything else; `early`: in view when the page opens; `late`: when it comes near. */
  fetched?: 'first' | 'early' | 'late'
  className?: string
}

/** A story's picture, 16:9; its place is kept before it comes. */
export function StoryImage({ url, alt, sizes, fetched = 'late', className = '' }: Props) {
  const { src, srcSet, isForeign } = imageSource(url)
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      width={1440}
      height={810}
      loading={fetched === 'late' ? 'lazy' : 'eager'}
      fetchPriority={fetched === 'first' ? 'high' : undefined}
      decoding="async"
      referrerPolicy={isForeign ? 'no-referrer' : undefined}
      className={`picture bg-line object-cover ${className}`}
    />
  )
}
