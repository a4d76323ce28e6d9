const shapes = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5',
  share: 'M12 15V3.5m0 0L7.5 8M12 3.5 16.5 8M5 12v7.5h14V12',
  bookmark: 'M7 4h10v16l-5-4-5 4V4Z',
  check: 'm5 12.5 4.5 4.5L19.5 7',
  warning: 'M12 8v5m0 3.2v.1M12 3.5 2.8 19.5h18.4L12 3.5Z',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20a7.5 5.5 0 0 1 15 0',
  pen: 'm4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5',
  close: 'M6 6l12 12M18 6 6 18',
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
} as const

export type IconName = keyof typeof shapes

/** A line drawing beside a word or in a named control; never the only name of something. */
export function Icon({ name, size }: { name: IconName; size?: number }) {
  return <LineDrawing path={shapes[name]} size={size} />
}

/** One of a page's own, which no other page has to load. `path`: of an SVG, in a square of 24. */
export function LineDrawing({ path, size = 20 }: { path: string; size?: number | undefined }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={path} />
    </svg>
  )
}
