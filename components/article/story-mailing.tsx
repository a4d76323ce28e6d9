'use client'

import { useId, useRef, useState } from 'react'
import { usePanelKeys } from '#components/ui/use-panel-keys.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'
import { describeMailing } from './describe-mailing.ts'

const everyMs = 3_000

/** Shows the author whether the story was emailed; nothing without an answer. */
export function StoryMailing({ id }: { id: string }) {
  const { data, mutate } = useCall('GET /contents/:id/mailing', { params: { id } })
  usePolling(() => mutate(), { goesOn: data?.is_under_way === true, everyMs })
  const words = data && describeMailing(data)
  return words ? <Disclosure {...words} /> : null
}

function Disclosure({ label, sentences }: { label: string; sentences: string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const panelId = useId()
  usePanelKeys(root, isOpen, () => setIsOpen(false))
  return (
    // The panel hangs from the row of tools: from the button it would leave a narrow screen.
    <div ref={root} className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className="min-h-11 text-balance text-end text-small/4 text-soft underline underline-offset-2 hover:text-ink"
      >
        {label}
      </button>
      <div
        id={panelId}
        role="status"
        className="absolute end-0 top-full z-30 flex w-64 flex-col gap-2 rounded-card border border-line bg-raised p-3 text-pretty text-ui text-ink shadow-menu empty:hidden"
      >
        {isOpen && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
    </div>
  )
}
