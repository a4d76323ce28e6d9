'use client'

import { useEffect, useRef } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { paths } from '#contract/paths.ts'
import type { SendFigures, SendReport } from '#contract/sends.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'
import { describeState, isOpen } from './describe-send.ts'
import { EndedRecipients } from './ended-recipients.tsx'
import { latestInput } from './latest-sends.tsx'

type Deed = 'pause' | 'resume' | 'cancel'

type Props = {
  id: string
  /** Set when a button far below opens it. */
  takesFocus?: boolean
  onClose: () => void
}

/** One send: its progress, its actions, and the recipients who did not get it. */
export function SendProgress({ id, takesFocus = false, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const { send, error, mutate } = useSend(id)
  const action = useAction()

  function act(deed: Deed) {
    if (deed === 'cancel' && !confirm('Cancel this send? Anyone who hasn’t received it yet won’t.')) return
    void action.run(deed, async () => {
      await callBff(`POST /newsletters/sends/:id/${deed}`, { params: { id } })
      await mutate()
    })
  }

  const failure = action.message ?? error?.message
  return (
    <section ref={keepFocus} aria-labelledby="this-send" className="flex flex-col gap-5 border-t border-line pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2
          id="this-send"
          ref={heading}
          tabIndex={-1}
          className="min-w-0 wrap-anywhere font-serif text-lead font-semibold"
        >
          {send ? titleOf(send) : 'The send'}
        </h2>
        <Button look="link" onClick={onClose} className="min-h-11 text-ui text-link">
          Close
        </Button>
      </div>
      {failure && <FormNotice kind="failure">{failure}</FormNotice>}
      {!send && !error && <p className="text-faint">Loading…</p>}
      {send && (
        <>
          <Progress send={send} />
          <Deeds send={send} busy={action.busy} onAct={act} />
          <SendFiguresTable figures={send.figures} />
          <Reasons send={send} />
          {send.edition && send.env === 'prod' && send.figures.sent > 0 && (
            <a
              href={paths.newsletter(send.edition)}
              className="self-start text-ui text-link underline underline-offset-2"
            >
              Read the public copy
            </a>
          )}
          <EndedRecipients id={id} figures={send.figures} />
        </>
      )}
    </section>
  )
}

const askEveryMs = 2_000

/** The progress of a send; asked for every two seconds while it runs and the page is visible. */
function useSend(id: string) {
  const { data: send, error, mutate } = useCall('GET /newsletters/sends/:id', { params: { id } })
  const goesOn = send === undefined || isOpen(send.state)
  usePolling(() => mutate(), { goesOn, everyMs: askEveryMs })

  useEffect(() => {
    if (!goesOn) return
    return () => {
      // The send has ended or is no longer shown, so the list below has to catch up.
      void askAgain('GET /newsletters/sends', latestInput)
    }
  }, [goesOn])

  return { send, error, mutate }
}

function titleOf({ about, env, period }: SendReport): string {
  return `${about}, ${period}${env === 'test' ? ' (test)' : ''}`
}

function Progress({ send }: { send: SendReport }) {
  const { recipients, queued, sending } = send.figures
  const done = recipients - queued - sending
  const share = recipients > 0 ? Math.floor((done / recipients) * 100) : 0
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="wrap-anywhere text-soft">
        {describeState(send)}
      </p>
      {send.state !== 'freezing' && (
        <>
          <progress value={done} max={Math.max(1, recipients)} aria-label="Progress" className="h-2 w-full" />
          <p className="text-ui tabular-nums">
            {recipients === 0
              ? send.state === 'cancelled'
                ? 'It was cancelled before it had any recipients.'
                : 'There was nothing new for anyone, so no email goes out.'
              : `${done.toLocaleString('en-GB')} of ${countOf(recipients, 'email')} done (${share}%)`}
          </p>
        </>
      )}
    </div>
  )
}

function Deeds({ send, busy, onAct }: { send: SendReport; busy: string | undefined; onAct: (deed: Deed) => void }) {
  if (!isOpen(send.state)) return null
  const button = (deed: Deed, label: string) => (
    <Button isBusy={busy !== undefined} onClick={() => onAct(deed)}>
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-3">
      {send.state === 'paused' && button('resume', 'Resume')}
      {send.state === 'sending' && button('pause', 'Pause')}
      {button('cancel', 'Cancel this send')}
    </div>
  )
}

function Reasons({ send: { reasons } }: { send: SendReport }) {
  if (reasons.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Why some people didn’t get it</h3>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-ui">
        {reasons.map(({ state, reason, count }) => (
          <li key={`${state} ${reason}`} className="wrap-anywhere">
            {count.toLocaleString('en-GB')}: {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

const parts: readonly { part: Exclude<keyof SendFigures, 'recipients'>; name: string; means: string }[] = [
  { part: 'sent', name: 'Sent', means: 'accepted by the mail server' },
  { part: 'queued', name: 'Waiting', means: 'still to come, or deferred by the mail server' },
  { part: 'sending', name: 'On the way', means: 'being handed over right now' },
  {
    part: 'uncertain',
    name: 'Uncertain',
    means: 'the connection broke, or our process ended, before the mail server answered',
  },
  { part: 'bounced', name: 'Bounced', means: 'refused for good' },
  { part: 'failed', name: 'Failed', means: 'given up after several tries' },
  { part: 'left_out', name: 'Left out', means: 'unsubscribed or paused since, or the story is gone' },
  { part: 'cancelled', name: 'Cancelled', means: 'the send was cancelled before its turn' },
]

/** How many recipients are where; the parts add up to all of them. */
function SendFiguresTable({ figures }: { figures: SendFigures }) {
  return (
    <table className="w-full max-w-column border-y border-line text-ui">
      <caption className="sr-only">Recipients by what happened to their email</caption>
      <tbody className="divide-y divide-line">
        {parts.map(({ part, name, means }) => (
          <tr key={part} className={figures[part] === 0 ? 'text-faint' : ''}>
            <th scope="row" className="py-2 pe-4 text-start align-top font-normal">
              {name}
              <span className="block text-small text-faint">{means}</span>
            </th>
            <td className="py-2 text-end align-top tabular-nums">{figures[part].toLocaleString('en-GB')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-edge font-semibold">
          <th scope="row" className="py-2 pe-4 text-start">
            All recipients
          </th>
          <td className="py-2 text-end tabular-nums">{figures.recipients.toLocaleString('en-GB')}</td>
        </tr>
      </tfoot>
    </table>
  )
}
