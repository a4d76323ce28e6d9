'use client'

import { type ReactNode, useState } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { MoreButton } from '#components/ui/more-button.tsx'
import type { Send } from '#contract/sends.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import type { Page } from '#lib/browser/use-call-pages.ts'
import { countOf, shortState } from './describe-send.ts'

export const latestInput = { query: { limit: 20 } } as const

type Props = { shown: string | undefined; onShow: (id: string) => void }

/** The latest sends: those of this page, personal digests and stories that were published. */
export function LatestSends({ shown, onShow }: Props) {
  const { data, error } = useCall('GET /newsletters/sends', latestInput, { read: readPage })
  // The first page at the time when earlier sends were loaded, so that sends pushed off it by newer ones stay listed.
  const [before, setBefore] = useState<Page<Send>>()
  const sends = data && [...data.items, ...(before?.items ?? []).filter(({ id }) => !has(data, id))]
  const row = (send: Send) => (
    <SendRow key={send.id} send={send} isShown={send.id === shown} onShow={() => onShow(send.id)} />
  )
  return (
    <section aria-labelledby="latest-sends" className="flex flex-col gap-4 border-t border-line pt-8">
      <h2 id="latest-sends" className="font-serif text-lead font-semibold">
        Latest sends
      </h2>
      {error && <FormNotice kind="failure">{error.message}</FormNotice>}
      {!sends && !error && <p className="text-faint">Loading…</p>}
      {sends?.length === 0 && <p className="text-soft">Nothing has been sent yet.</p>}
      {sends && sends.length > 0 && <ul className="divide-y divide-line border-y border-line">{sends.map(row)}</ul>}
      {before?.nextCursor !== undefined ? (
        <EarlierSends cursor={before.nextCursor} row={row} />
      ) : (
        data?.nextCursor !== undefined && (
          <button type="button" onClick={() => setBefore(data)} className={`${buttonStyle.secondary} self-start`}>
            Show earlier
          </button>
        )
      )}
    </section>
  )
}

export function readPage({ body, nextCursor }: { body: Send[]; nextCursor: string | undefined }): Page<Send> {
  return { items: body, nextCursor }
}

function has({ items }: Page<Send>, wanted: string): boolean {
  return items.some(({ id }) => id === wanted)
}

function EarlierSends({ cursor, row }: { cursor: string; row: (send: Send) => ReactNode }) {
  const query = { ...latestInput.query, cursor }
  const list = useCallList('GET /newsletters/sends', { query })
  const { items, error } = list
  return (
    <>
      {items && <ul className="divide-y divide-line border-b border-line">{items.map(row)}</ul>}
      {error && <FormNotice kind="failure">{error.message}</FormNotice>}
      <MoreButton label="Show earlier" list={list} />
    </>
  )
}

/** The number of recipients is unknown until their list is complete. */
function describeFigures({ state, figures: { sent, recipients } }: Send): string {
  if (state === 'freezing') return ''
  if (recipients === 0) return state === 'cancelled' ? '' : ', nothing new for anyone'
  return `, ${sent.toLocaleString('en-GB')} of ${countOf(recipients, 'email')} sent`
}

function SendRow({ send, isShown, onShow }: { send: Send; isShown: boolean; onShow: () => void }) {
  const { about, env, created_at, created_by } = send
  const name = `${about}${env === 'test' ? ' (test)' : ''}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere text-ui font-semibold">{name}</p>
        <p className="wrap-anywhere text-small text-faint">
          {/* A send that is shown above has its figures there. */}
          {!isShown && `${shortState(send)}${describeFigures(send)}, `}
          {formatDateTime(created_at)}
          {created_by && `, by ${created_by}`}
        </p>
      </div>
      {isShown ? (
        <span className="text-ui text-soft">Shown above</span>
      ) : (
        <button
          type="button"
          aria-label={`Show: ${name}, ${formatDateTime(created_at)}`}
          onClick={onShow}
          className="min-h-11 text-ui text-link underline underline-offset-2"
        >
          Show
        </button>
      )}
    </li>
  )
}
