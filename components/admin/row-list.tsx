import type { ReactNode } from 'react'

/** A list of things that something can be done about. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {children}
    </ul>
  )
}

type RowProps = {
  title: ReactNode
  badges?: ReactNode
  /** Each on a line of its own. */
  facts: ReactNode[]
  actions?: ReactNode
  /** What an action has opened. */
  children?: ReactNode
}

export function Row({ title, badges, facts, actions, children }: RowProps) {
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ui">
            <span className="min-w-0 wrap-anywhere font-semibold">{title}</span>
            {badges}
          </p>
          {facts.map((fact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row are always the same ones
            <p key={place} className="wrap-anywhere text-small text-soft">
              {fact}
            </p>
          ))}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-x-4">{actions}</div>}
      </div>
      {children}
    </li>
  )
}
