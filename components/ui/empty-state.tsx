import type { ReactNode } from 'react'

type Props = {
  title: string
  /** Describes what would be listed here. */
  text?: string
  /** The one next step. */
  action?: ReactNode
}

export function EmptyState({ title, text, action }: Props) {
  return (
    <div className="flex flex-col items-start gap-2 pb-10">
      <p className="font-serif text-lead font-semibold">{title}</p>
      {text && <p className="text-soft">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
