'use client'

import { type ReactNode, useState } from 'react'
import { ActionRow, RowButton } from '#components/ui/action-rows.tsx'
import { Button } from '#components/ui/button.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { MoreButton } from '#components/ui/more-button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import type { Send } from '#contract/sends.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import type { Page } from '#lib/browser/use-call-pages.ts'
import { shortState } from './describe-send.ts'

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
    <TitledSection id="latest-sends" title="Latest sends" className="flex flex-col gap-4 border-t border-line pt-8">
      {error && <FormNotice kind="failure">{error.message}</FormNotice>}
      {!sends && !error && <p className="text-faint">Loading…</p>}
      {sends?.length === 0 && <p className="text-soft">Nothing has been sent yet.</p>}
      {sends && sends.length > 0 && <ul className="divide-y divide-line border-y border-line">{sends.map(row)}</ul>}
      {before?.nextCursor !== undefined ? (
        <EarlierSends cursor={before.nextCursor} row={row} />
      ) : (
        data?.nextCursor !== undefined && (
          <Button onClick={() => setBefore(data)} className="self-start">
            Show earlier
          </Button>
        )
      )}
    </TitledSection>
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
  const at = formatDateTime(created_at)
  // A send that is shown above has its figures there.
  const figures = isShown ? '' : `${shortState(send)}${describeFigures(send)}, `
  return (
    <ActionRow
      name={name}
      facts={`${figures}${at}${created_by ? `, by ${created_by}` : ''}`}
      end={
        isShown ? (
          <span className="text-ui text-soft">Shown above</span>
        ) : (
          <RowButton label="Show" of={`${name}, ${at}`} onPress={onShow} />
        )
      }
    />
  )
}
