'use client'

import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { copyText, shareText } from '#lib/browser/share-text.ts'

const confirmedForMs = 2500

type Props = {
  label: string
  text: string
  /** Uses the device's own share sheet, if it has one. */
  offersSheet?: boolean
  disabled?: boolean
}

/** Shares a text through the device's share sheet if that is offered, else copies it. */
export function CopyButton({ label, text, offersSheet = false, disabled }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), confirmedForMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function hand() {
    const done = await (offersSheet ? shareText(text, { text }) : copyText(text))
    if (done === 'copied' || done === 'failed') setOutcome(done)
  }

  return (
    <>
      <Button disabled={disabled} onClick={hand}>
        {outcome === 'copied' ? 'Copied' : label}
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'copied' && 'Copied'}
      </span>
      {outcome === 'failed' && (
        <p role="alert" className="basis-full text-small wrap-anywhere whitespace-pre-line">
          We couldn’t copy it. Here it is: {text}
        </p>
      )}
    </>
  )
}
