'use client'

import { useId, useRef, useState } from 'react'
import { usePanelKeys } from '#components/ui/use-panel-keys.ts'

type Props = { choices: { name: string; act: () => void }[]; className: string }

/** The rarely used actions for a story. */
export function OwnerMenu({ choices, className }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const panelId = useId()
  usePanelKeys(root, isOpen, () => setIsOpen(false))
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className={className}
      >
        More
      </button>
      <ul
        id={panelId}
        hidden={!isOpen}
        className="absolute end-0 top-12 z-30 w-44 rounded-card border border-line bg-raised p-2 text-ink shadow-menu"
      >
        {choices.map(({ name, act }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                setIsOpen(false)
                act()
              }}
              className="flex min-h-11 w-full items-center rounded-small px-3 text-start text-ui hover:bg-paper"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
