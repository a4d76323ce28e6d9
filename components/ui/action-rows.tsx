import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { FormNotice } from './form-notice.tsx'

type RowProps = { name: string; facts: ReactNode; end: ReactNode }

type RowsProps = {
  /** Undefined until they have loaded. */
  rows: (RowProps & { id: string })[] | undefined
  /** Why they could not be loaded, or what an action failed with. */
  failure?: string | undefined
}

/** A list of sessions, passkeys and the like, each with its own action; while it loads, it says so. */
export function ActionRows({ rows, failure }: RowsProps) {
  return (
    <>
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {!rows && !failure && <p className="text-faint">Loading…</p>}
      {rows && rows.length > 0 && (
        <ul className="w-full divide-y divide-line border-y border-line">
          {rows.map(({ id, ...row }) => (
            <ActionRow key={id} {...row} />
          ))}
        </ul>
      )}
    </>
  )
}

export function ActionRow({ name, facts, end }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere text-ui font-semibold">{name}</p>
        <p className="wrap-anywhere text-small text-faint">{facts}</p>
      </div>
      {end}
    </li>
  )
}

type ButtonProps = { label: string; of: string; isBusy?: boolean; onPress: () => void }

/** `of` names the row, so that screen readers can tell buttons with the same label apart. */
export function RowButton({ label, of, isBusy, onPress }: ButtonProps) {
  const name = `${label}: ${of}`
  return (
    <Button look="link" aria-label={name} isBusy={isBusy} onClick={onPress} className="min-h-11 text-ui text-link">
      {label}
    </Button>
  )
}
