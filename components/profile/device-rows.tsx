import type { ReactNode } from 'react'

type Row = { id: string; name: string; facts: string; end: ReactNode }

/** A list of sessions, passkeys and the like, each with its own action. */
export function DeviceRows({ rows }: { rows: Row[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map(({ id, name, facts, end }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
          <div className="min-w-40 flex-1">
            <p className="wrap-anywhere text-ui font-semibold">{name}</p>
            <p className="wrap-anywhere text-small text-faint">{facts}</p>
          </div>
          {end}
        </li>
      ))}
    </ul>
  )
}

type ButtonProps = { label: string; of: string; isBusy: boolean; onPress: () => void }

/** `of` names the row, so that screen readers can tell buttons with the same label apart. */
export function RowButton({ label, of, isBusy, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={`${label}: ${of}`}
      aria-disabled={isBusy || undefined}
      onClick={onPress}
      className="min-h-11 text-ui text-link underline underline-offset-2 aria-disabled:opacity-60"
    >
      {label}
    </button>
  )
}
