'use client'

import { useEffect, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { FullScreenDialog } from '#components/ui/full-screen-dialog.tsx'
import type { Revision } from '#contract/story-writing.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { DifferenceView } from './difference-view.tsx'
import { moment } from './moment.ts'

type Props = {
  storyId: string
  /** The text as it stands in the editor: stored HTML. */
  presentHtml: string
  onRestore: (revisionId: string) => Promise<void>
  onClose: () => void
}

const kinds = {
  save: 'Saved',
  publish: 'Published',
  restore: 'Restored',
  discard: 'Set aside',
} as const satisfies Record<Revision['kind'], string>

/** The kept states of a story: a list, what each of them differs in from the present text, and the way back to it. */
export function RevisionsPanel({ storyId, presentHtml, onRestore, onClose }: Props) {
  const {
    data: revisions,
    error,
    mutate,
  } = useCall('GET /contents/:id/revisions', {
    params: { id: storyId },
    query: { limit: 100 },
  })
  const [chosen, setChosen] = useState<string>()
  const shown = chosen ?? revisions?.[0]?._id
  const isKnown = revisions !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once: what was listed before has grown since
  useEffect(() => {
    if (isKnown) void mutate()
  }, [])

  return (
    <FullScreenDialog
      label="History"
      start={<h2 className="font-serif text-lead font-semibold">History</h2>}
      closeName="Close history"
      onClose={onClose}
    >
      {(close) => (
        <>
          {error && <ErrorPanel message={error.message} />}
          {!revisions && !error && <p className="py-6 text-soft">Loading…</p>}
          {revisions?.length === 0 && (
            <p className="max-w-sentence py-6 text-soft">
              Nothing here yet. A state of your story is kept whenever you publish, and every ten minutes while you
              write.
            </p>
          )}
          {revisions && revisions.length > 0 && (
            <div className="grid min-h-0 flex-1 grid-rows-[auto_1fr] gap-x-8 md:grid-cols-[16rem_1fr] md:grid-rows-1">
              <ol aria-label="Kept states" className="flex max-h-48 flex-col overflow-y-auto py-3 md:max-h-none">
                {revisions.map((revision) => (
                  <li key={revision._id}>
                    <button
                      type="button"
                      aria-pressed={revision._id === shown}
                      onClick={() => setChosen(revision._id)}
                      className="flex w-full flex-col rounded-small px-3 py-2 text-start hover:bg-raised aria-pressed:bg-raised aria-pressed:font-semibold"
                    >
                      <span className="text-ui">
                        {kinds[revision.kind]}, {moment(new Date(revision.saved_at))}
                      </span>
                      <span className="text-small text-faint">
                        {revision.word_count.toLocaleString('en')} words
                        {revision.saved_by && `, ${revision.saved_by}`}
                      </span>
                    </button>
                  </li>
                ))}
              </ol>
              {shown && (
                <OneRevision
                  key={shown}
                  storyId={storyId}
                  revisionId={shown}
                  presentHtml={presentHtml}
                  onRestore={async () => {
                    await onRestore(shown)
                    close()
                  }}
                />
              )}
            </div>
          )}
        </>
      )}
    </FullScreenDialog>
  )
}

type OneProps = { storyId: string; revisionId: string; presentHtml: string; onRestore: () => Promise<void> }

function OneRevision({ storyId, revisionId, presentHtml, onRestore }: OneProps) {
  const { data, error } = useCall('GET /contents/:id/revisions/:revision', {
    params: { id: storyId, revision: revisionId },
  })
  const action = useAction()
  if (error) return <ErrorPanel message={error.message} />
  if (!data) return <p className="py-6 text-soft">Loading…</p>
  return (
    <section aria-label="What differs" className="flex min-h-0 flex-col overflow-y-auto py-3">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <p className="text-small text-faint">
          From this state to the present text: <span className="bg-green/15">added</span>,{' '}
          <span className="text-danger line-through">removed</span>.
        </p>
        <button
          type="button"
          disabled={action.busy !== undefined}
          onClick={() => action.run('restore', onRestore)}
          className={buttonStyle.secondary}
        >
          Restore this state
        </button>
      </div>
      {action.message && (
        <p role="alert" className="pb-4 text-small text-danger">
          {action.message}
        </p>
      )}
      <p className="pb-4 font-serif text-heading font-semibold wrap-anywhere">{data.title || 'Untitled'}</p>
      <DifferenceView before={data.content} after={presentHtml} />
    </section>
  )
}
