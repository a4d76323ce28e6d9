'use client'

import { type ReactNode, useState } from 'react'

type Props = {
  url: string
  /** Without one the address is copied only. */
  title?: string
  name: string
  className: string
  /** An icon. */
  children?: ReactNode
}

/** Shares a story, or copies its address. Both are loaded at the press: few readers need them. */
export function ShareButton({ url, title, name, className, children }: Props) {
  const [said, say] = useState('')
  return (
    <span className="needs-scripts">
      <button
        type="button"
        className={className}
        onClick={() =>
          import('./share-link.ts').then(
            (it) => it.shareLink({ url, title, say }),
            () => prompt('You seem to be offline. You can copy the link here:', url),
          )
        }
      >
        {children}
        <span>{said || name}</span>
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </span>
  )
}
