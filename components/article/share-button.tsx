'use client'

import { useEffect, useState } from 'react'
import { Icon } from '#components/ui/icon.tsx'

const confirmedForMs = 2500

/** Opens the device's own share sheet if it has one, else copies the address. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), confirmedForMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function share() {
    try {
      if (navigator.share) {
        await navigator.share({ title, url })
        return
      }
      await navigator.clipboard.writeText(url)
      setOutcome('copied')
    } catch (fault) {
      // The reader closed the share sheet.
      if (fault instanceof DOMException && fault.name === 'AbortError') return
      setOutcome('failed')
    }
  }

  return (
    <span className="needs-scripts">
      <button
        type="button"
        onClick={share}
        className="-me-3 flex h-11 items-center gap-2 rounded-full px-3 text-ui text-soft hover:text-ink"
      >
        <Icon name={outcome === 'copied' ? 'check' : 'share'} size={18} />
        <span className="sr-only md:not-sr-only">{outcome === 'copied' ? 'Link copied' : 'Share'}</span>
      </button>
      <span role="status" className="sr-only">
        {outcome === 'copied' && 'Link copied'}
        {outcome === 'failed' && `The link could not be copied: ${url}`}
      </span>
    </span>
  )
}
