const shapes = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5.5V4m0 16v1.5M4 12H2.5m19 0H20M6.3 6.3 5.2 5.2m13.6 13.6-1.1-1.1m0-11.4 1.1-1.1M5.2 18.8l1.1-1.1',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  system: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 0v16m0-16a8 8 0 0 1 0 16',
  share: 'M12 15V3.5m0 0L7.5 8M12 3.5 16.5 8M5 12v7.5h14V12',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.3 6M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.3-1.3',
  bookmark: 'M7 4h10v16l-5-4-5 4V4Z',
  check: 'm5 12.5 4.5 4.5L19.5 7',
  grid: 'M4 4h16v16H4V4Zm0 5.33h16M4 14.67h16M9.33 4v16m5.34-16v16',
  arrow: 'M5 12h14m-5.5-5.5L19 12l-5.5 5.5',
  warning: 'M12 8v5m0 3.2v.1M12 3.5 2.8 19.5h18.4L12 3.5Z',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20a7.5 5.5 0 0 1 15 0',
  pen: 'm4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5l3.5 3.5',
  eye: 'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12Zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  close: 'M6 6l12 12M18 6 6 18',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm3 1 8.5-8.5M16 7l3 3',
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  pause: 'M9 5.5v13m6-13v13',
  back15:
    'M12 5a7.5 7.5 0 1 1-7.5 7.5M12 5 8.5 2.5M12 5 8.5 7.7M9.5 10.5v4.5m5-4.5h-2v2c1.3-.3 2.3.2 2.3 1.3 0 1-1 1.4-2.3 1.2',
  forward15:
    'M12 5a7.5 7.5 0 1 0 7.5 7.5M12 5l3.5-2.5M12 5l3.5 2.7M9.5 10.5v4.5m5-4.5h-2v2c1.3-.3 2.3.2 2.3 1.3 0 1-1 1.4-2.3 1.2',
} as const

export type IconName = keyof typeof shapes

/** A line drawing beside a word or in a named control; never the only name of something. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
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
      <path d={shapes[name]} />
    </svg>
  )
}
