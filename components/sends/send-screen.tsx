'use client'

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#components/ui/button.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import type { Option } from '#components/ui/select.tsx'
import { digestFrequencies } from '#contract/frequencies.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { isOpen } from './describe-send.ts'
import { LatestSends, latestInput, readPage } from './latest-sends.tsx'
import { PreviewPanel, usePreview } from './preview-panel.tsx'
import { type Choice, SendForm } from './send-form.tsx'
import { SendProgress } from './send-progress.tsx'

/** The page to preview, send and follow the digest of a list. */
export function SendScreen({ categories }: { categories: readonly Option[] }) {
  const [choice, setChoice] = useState<Choice>({
    category: categories[0]?.value ?? '',
    frequency: digestFrequencies[0],
  })
  const asked = usePreview(choice)
  const [sent, setSent] = useState<{ id: string; isTest: boolean }>()
  const [shown, setShown] = useState<string>()
  const { data: latest } = useCall('GET /newsletters/sends', latestInput, { read: readPage })
  const form = useRef<HTMLDivElement>(null)
  const hasLooked = useRef(false)

  // Once, when the page loads: a reload must not lose sight of a send that is still under way.
  useEffect(() => {
    if (!latest || hasLooked.current) return
    hasLooked.current = true
    const underWay = latest.items.find(({ state, created_by }) => isOpen(state) && created_by !== null)
    if (underWay) setShown((now) => now ?? underWay.id)
  }, [latest])

  function onSent(send: { id: string; isTest: boolean }) {
    setSent(send)
    setShown(send.id)
    void askAgain('GET /newsletters/sends', latestInput)
  }

  function sendAnother() {
    flushSync(() => setSent(undefined))
    // The button has gone, and the focus with it.
    form.current?.querySelector('input')?.focus()
  }

  return (
    <>
      {sent ? (
        <div className="flex flex-col items-start gap-4">
          <FormNotice kind="success" takesFocus>
            <p className="font-semibold">Emails are being sent to all the subscribers!</p>
            <p>
              {sent.isTest
                ? 'This is a test. It goes only to you.'
                : 'Each gets only stories they haven’t received yet. Below is how many emails that makes.'}
            </p>
          </FormNotice>
          <Button onClick={sendAnother}>Send another</Button>
        </div>
      ) : (
        <div ref={form} className="grid gap-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-16">
          <SendForm
            categories={categories}
            choice={choice}
            preview={asked.isLoading ? undefined : asked.preview}
            onChoice={setChoice}
            onSent={onSent}
          />
          <PreviewPanel {...asked} />
        </div>
      )}
      <div ref={keepFocus} className="contents">
        {shown && (
          <SendProgress key={shown} id={shown} takesFocus={shown !== sent?.id} onClose={() => setShown(undefined)} />
        )}
        <LatestSends shown={shown} onShow={setShown} />
      </div>
    </>
  )
}
