type Props = { name: string; image: string | null; size?: 24 | 40 | 96 }

const sizes = { 24: 'size-6 text-small', 40: 'size-10 text-text', 96: 'size-24 text-title' } as const

/** A person's picture, or the first letter of the name in a circle. The name is always beside it. */
export function Avatar({ name, image, size = 40 }: Props) {
  const shape = `${sizes[size]} shrink-0 rounded-full`
  if (image) {
    return (
      <img
        src={image}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className={`${shape} picture bg-line object-cover`}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      data-testid="avatar-letter"
      className={`${shape} flex select-none items-center justify-center bg-line font-serif font-semibold text-soft`}
    >
      {firstLetter(name)}
    </span>
  )
}

function firstLetter(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toLocaleUpperCase('en-GB')
}
