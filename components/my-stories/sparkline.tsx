const [width, height, inset] = [120, 32, 2]
const dayMs = 24 * 60 * 60 * 1000
const dayOfMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The reads of each of the last days as a line, the last of them today (UTC); in words for screen readers. */
export function Sparkline({ reads, className = '' }: { reads: readonly number[]; className?: string }) {
  const most = Math.max(1, ...reads)
  const step = (width - 2 * inset) / Math.max(1, reads.length - 1)
  const points = reads.map((count, place) => {
    const y = height - inset - (count / most) * (height - 2 * inset)
    return `${(inset + place * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      role="img"
      aria-label={describeLine(reads)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={className}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={reads.some((count) => count > 0) ? 'var(--green)' : 'var(--edge)'}
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** E.g. `Reads in the last 30 days: 128, most on 12 November, 40.` */
export function describeLine(reads: readonly number[], now = Date.now()): string {
  const span = `the last ${reads.length} days`
  const all = reads.reduce((sum, count) => sum + count, 0)
  if (all === 0) return `No reads in ${span}.`
  const most = Math.max(...reads)
  const day = dayOfMonth.format(now - (reads.length - 1 - reads.lastIndexOf(most)) * dayMs)
  return `Reads in ${span}: ${all.toLocaleString('en-GB')}, most on ${day}, ${most.toLocaleString('en-GB')}.`
}
