'use client'

import { useEffect, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { FailureText } from '#components/ui/failure-text.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { FullScreenDialog } from '#components/ui/full-screen-dialog.tsx'
import type { Revision } from '#contract/story-writing.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { DifferenceView } from './difference-view.tsx'
import type { LocalDraft } from './saving/local-drafts.ts'

type Props = {
  /** Undefined for a story that the server does not know: all its versions are on this device. */
  storyId: string | undefined
  /** Recovered texts on this device that the writer rejected. */
  onDevice: readonly LocalDraft[]
  /** The current text of the editor, as stored HTML. */
  presentHtml: string
  onRestore: (revisionId: string) => Promise<void>
  onTakeBack: (key: string) => void
  onClose: () => void
}

const kinds = {
  save: 'Saved',
  publish: 'Published',
  restore: 'Restored',
  discard: 'Set aside',
} as const satisfies Record<Revision['kind'], string>

/** The revisions of a story: a list, how each one differs from the current text, and a way to restore it. */
export function RevisionsPanel({ storyId, onDevice, presentHtml, onRestore, onTakeBack, onClose }: Props) {
  const {
    data: revisions = storyId ? undefined : [],
    error,
    mutate,
  } = useCall(storyId !== undefined && 'GET /contents/:id/revisions', {
    params: { id: storyId ?? '' },
    query: { limit: 100 },
  })
  const [chosen, setChosen] = useState<string>()
  const shown = chosen ?? revisions?.[0]?._id ?? onDevice[0]?.key
  const draft = onDevice.find(({ key }) => key === shown)
  const revision = revisions?.find(({ _id }) => _id === shown)
  const listed = [
    ...onDevice.map(({ key, keptAt }) => {
      return { key, name: `On this device, from ${formatTimeOrDay(new Date(keptAt))}`, detail: 'Set aside' }
    }),
    ...(revisions ?? []).map(({ _id, kind, saved_at, word_count, saved_by }) => {
      const detail = `${countOf(word_count, 'word')}${saved_by ? `, ${saved_by}` : ''}`
      return { key: _id, name: `${kinds[kind]}, ${formatTimeOrDay(new Date(saved_at))}`, detail }
    }),
  ]
  const isKnown = storyId !== undefined && revisions !== undefined
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
          {revisions && listed.length === 0 && (
            <p className="max-w-sentence py-6 text-soft">
              Nothing here yet. A version of your story is kept whenever you publish, and every ten minutes while you
              write.
            </p>
          )}
          {shown && (
            <div className="grid min-h-0 flex-1 grid-rows-[auto_1fr] gap-x-8 md:grid-cols-[16rem_1fr] md:grid-rows-1">
              <ol aria-label="Kept versions" className="flex max-h-48 flex-col overflow-y-auto py-3 md:max-h-none">
                {listed.map(({ key, name, detail }) => (
                  <li key={key}>
                    <button
                      type="button"
                      aria-pressed={key === shown}
                      onClick={() => setChosen(key)}
                      className="flex w-full flex-col rounded-small px-3 py-2 text-start hover:bg-raised aria-pressed:bg-raised aria-pressed:font-semibold"
                    >
                      <span className="text-ui">{name}</span>
                      <span className="text-small text-faint">{detail}</span>
                    </button>
                  </li>
                ))}
              </ol>
              {draft ? (
                <OneState
                  state={draft.record.text}
                  presentHtml={presentHtml}
                  takeName="Restore this text"
                  onTake={async () => {
                    onTakeBack(draft.key)
                    close()
                  }}
                />
              ) : (
                storyId &&
                revision && (
                  <OneRevision
                    key={revision._id}
                    storyId={storyId}
                    revisionId={revision._id}
                    presentHtml={presentHtml}
                    onRestore={async () => {
                      await onRestore(revision._id)
                      close()
                    }}
                  />
                )
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
  if (error) return <ErrorPanel message={error.message} />
  if (!data) return <p className="py-6 text-soft">Loading…</p>
  return <OneState state={data} presentHtml={presentHtml} takeName="Restore this version" onTake={onRestore} />
}

type StateProps = {
  state: { title: string; content: string }
  presentHtml: string
  takeName: string
  onTake: () => Promise<void>
}

function OneState({ state, presentHtml, takeName, onTake }: StateProps) {
  const action = useAction()
  return (
    <section aria-label="What differs" className="flex min-h-0 flex-col overflow-y-auto py-3">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <p className="text-small text-faint">
          From this version to the current text: <span className="bg-green/15">added</span>,{' '}
          <span className="text-danger line-through">removed</span>.
        </p>
        <Button isBusy={action.busy !== undefined} onClick={() => action.run('take', onTake)}>
          {takeName}
        </Button>
      </div>
      <FailureText className="pb-4">{action.message}</FailureText>
      <p className="pb-4 font-serif text-heading font-semibold wrap-anywhere">{state.title || 'Untitled'}</p>
      <DifferenceView before={state.content} after={presentHtml} />
    </section>
  )
}

type RecoveredProps = {
  keptAt: Date
  /** The text is already in the editor. */
  isShown: boolean
  onKeep: () => void
  onDrop: () => void
}

/** Offers a text that had not reached the server: after a crash, a closed tab or days without a network. */
export function RecoveredNotice({ keptAt, isShown, onKeep, onDrop }: RecoveredProps) {
  return (
    <FormNotice kind="notice">
      <p>
        Your work from <time dateTime={keptAt.toISOString()}>{formatTimeOrDay(keptAt)}</time>{' '}
        {isShown ? 'is back' : 'is still here'}. It was kept on this device but never saved. If you don’t continue with
        it, it stays in the history for 60 days.
      </p>
      <p className="flex flex-wrap gap-4">
        <Button look="link" onClick={onKeep} className="font-semibold">
          Continue with it
        </Button>
        <Button look="link" onClick={onDrop}>
          {isShown ? 'Use the saved version instead' : 'Leave it there'}
        </Button>
      </p>
    </FormNotice>
  )
}

/** Formats a moment in the time zone of this device; for today only the time. */
function formatTimeOrDay(time: Date): string {
  if (time.toDateString() === new Date().toDateString()) return time.toLocaleTimeString('en-GB', { timeStyle: 'short' })
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  return time.toLocaleString('en-GB', { ...day, hour: 'numeric', minute: 'numeric' })
}
