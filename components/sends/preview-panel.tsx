'use client'

import { useEffect, useState } from 'react'
import { countOf } from '#components/ui/count-of.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { MailFinding, SendPreview } from '#contract/sends.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { MailFrame } from './mail-frame.tsx'
import type { Choice } from './send-form.tsx'

/** A preview of this list's send: the number of recipients, the email, and the findings of a check. */
export function PreviewPanel({ preview, message, isLoading }: AskedPreview) {
  return (
    <TitledSection
      id="before-you-send"
      title="Before you send"
      aria-busy={isLoading}
      className="flex min-w-0 flex-col gap-5"
    >
      {message && <FormNotice kind="failure">{message}</FormNotice>}
      {/* A screen high, so that the email doesn't push visible content down when it arrives. */}
      {!preview && !message && <p className="min-h-dvh text-faint">Loading…</p>}
      {preview && (
        <div className={`flex flex-col gap-5 ${isLoading ? 'opacity-60' : ''}`}>
          <p className="text-pretty text-soft" role="status">
            {describeAudience(preview)}
            {preview.stories === 0
              ? ' There are no stories to send yet.'
              : ` The email below has ${countOf(preview.stories, 'story', 'stories')}.`}
          </p>
          {preview.sent_already && (
            <FormNotice kind="notice">
              This newsletter has already been sent for {preview.period}. Each one goes out only once.
            </FormNotice>
          )}
          {preview.html && (
            <>
              <p className="wrap-anywhere text-ui">
                <span className="text-faint">Subject: </span>
                <span className="font-semibold">{preview.subject}</span>
              </p>
              <MailFrame html={preview.html} text={preview.text} />
              <Findings findings={preview.findings} />
            </>
          )}
        </div>
      )}
    </TitledSection>
  )
}

/** Says how many of the list get an email, and how many do not. */
function describeAudience({ recipients, paused, receiving, stories }: SendPreview): string {
  if (recipients === 0) return 'Nobody is subscribed to this list with this frequency.'
  const pauses = paused > 0 ? ` Of these, ${countOf(paused, 'has', 'have')} paused and will receive nothing.` : ''
  const list = `${countOf(recipients, 'subscriber')} of this list`
  if (receiving === 0 && stories > 0 && paused < recipients) {
    return `Nobody would get this: the ${list} ${recipients === 1 ? 'has' : 'have'} had everything already.${pauses}`
  }
  if (receiving === 0) return `Nobody would get an email now: there’s nothing new for the ${list}.${pauses}`
  if (receiving === null || receiving === recipients) {
    return `Goes to ${countOf(recipients, 'subscriber')}, each only with stories they haven’t received yet.${pauses}`
  }
  return `Goes to ${receiving.toLocaleString('en-GB')} of the ${list}, each only with stories they haven’t received yet; there’s nothing new for the others.${pauses}`
}

const levels = {
  bad: { word: 'Problem', icon: 'close', look: 'text-danger' },
  hint: { word: 'Hint', icon: 'warning', look: 'text-soft' },
  good: { word: 'Good', icon: 'check', look: 'text-green' },
} as const

/** The findings to fix first. */
function Findings({ findings }: { findings: readonly MailFinding[] }) {
  const order = Object.keys(levels)
  const sorted = [...findings].sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">What a spam filter would say</h3>
      <ul className="divide-y divide-line border-y border-line">
        {sorted.map(({ level, what }) => {
          const { word, icon, look } = levels[level]
          return (
            <li key={`${level} ${what}`} className="flex gap-3 py-2 text-ui">
              <span className={`flex w-24 shrink-0 gap-1.5 font-semibold ${look}`}>
                <Icon name={icon} size={18} />
                {word}
              </span>
              <span className="min-w-0 wrap-anywhere">{what}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type Asked = { preview?: SendPreview; message?: string }
export type AskedPreview = Asked & { isLoading: boolean }

/** A preview of this list's send; loaded again when the choice changes, and the earlier request is dropped. */
export function usePreview({ category, frequency }: Choice): AskedPreview {
  const [asked, setAsked] = useState<Asked>({})
  const [isLoading, setIsLoading] = useState(true)
  useEffect(() => {
    const leaving = new AbortController()
    setIsLoading(true)
    askPreview({ category, frequency }, leaving.signal).then((next) => {
      if (leaving.signal.aborted) return
      setAsked(next)
      setIsLoading(false)
    })
    return () => leaving.abort()
  }, [category, frequency])
  return { ...asked, isLoading }
}

async function askPreview(body: Choice, signal: AbortSignal): Promise<Asked> {
  try {
    const answer = await callBff('POST /newsletters/send/preview', { body, signal, timeoutMs: 20_000 })
    return { preview: answer.body }
  } catch (fault) {
    if (!(fault instanceof CallFailure)) throw fault
    return { message: fault.message }
  }
}
