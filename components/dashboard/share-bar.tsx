type Props = {
  /** From 0 to 1. */
  share: number
  /** The name of the whole, e.g. `all reads`. */
  of: string
}

/** A share as a bar and in words. */
export function ShareBar({ share, of }: Props) {
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden="true" className="h-1.5 flex-1 rounded-full bg-line">
        <div className="h-full rounded-full bg-green" style={{ width: `${(share * 100).toFixed(1)}%` }} />
      </div>
      <span className="shrink-0 text-small text-faint tabular-nums">
        {percentOf(share)} of {of}
      </span>
    </div>
  )
}

function percentOf(share: number): string {
  return share < 0.005 ? 'under 1%' : `${Math.round(share * 100)}%`
}
