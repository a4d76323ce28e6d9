import { imageSource } from './image-source.ts'

type Props = {
  url: string
  /** Empty where the title beside it says the same. */
  alt: string
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  /** In view when the page opens: fetched first, never late. */
  isFirstView?: boolean
  className?: string
}

/** A story's picture, 16:9; its place is kept before it comes. */
export function StoryImage({ url, alt, sizes, isFirstView = false, className = '' }: Props) {
  const { src, srcSet, isForeign } = imageSource(url)
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      width={1440}
      height={810}
      loading={isFirstView ? 'eager' : 'lazy'}
      fetchPriority={isFirstView ? 'high' : undefined}
      decoding="async"
      referrerPolicy={isForeign ? 'no-referrer' : undefined}
      className={`picture bg-line object-cover ${className}`}
    />
  )
}
