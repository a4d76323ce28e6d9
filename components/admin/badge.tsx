const looks = {
  plain: 'border-edge text-soft',
  good: 'border-green text-ink',
  notice: 'border-transparent bg-notice-ground text-notice',
  bad: 'border-danger text-danger',
} as const

/** A state in a word; its colour only repeats it. */
export function Badge({ look = 'plain', children }: { look?: keyof typeof looks; children: string }) {
  return (
    <span className={`inline-block rounded-full border px-2 text-small whitespace-nowrap ${looks[look]}`}>
      {children}
    </span>
  )
}
