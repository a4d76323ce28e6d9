'use client'

import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { timeInWords } from '#components/ui/format-date-time.ts'
import { paths } from '#contract/paths.ts'
import type { StoryEditorState } from '../use-story-editor.ts'
import { plannedId } from './use-publishing.ts'

/** When a story publishes itself, with the ways to change that, or that it no longer does; nothing without a plan. */
export function PlannedNotice({ editor }: { editor: StoryEditorState }) {
  const { publishing, isBusy, cancelPlan, saving } = editor
  const { plannedAt, isPlanCancelled, isPublishedElsewhere } = publishing
  const isDue = useIsPast(plannedAt)
  if (!plannedAt && !isPlanCancelled) return null
  const isOver = isDue || isPublishedElsewhere
  const { slug } = saving.status
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-4 rounded-card bg-notice-ground px-3 text-ui text-notice">
      <p
        id={plannedId}
        tabIndex={-1}
        role="status"
        onBlur={publishing.forgetCancelledPlan}
        className="me-auto py-2 outline-none"
      >
        {plannedAt ? (
          <>
            {isOver ? 'It was planned for ' : 'Planned: '}
            <time dateTime={plannedAt}>{timeInWords(new Date(plannedAt))}</time>
            {isOver ? '.' : ' your time'}
          </>
        ) : (
          'The plan was cancelled. It won’t be published by itself.'
        )}
      </p>
      {plannedAt && isOver && slug && (
        <a href={paths.article(slug)} className="flex min-h-11 items-center underline underline-offset-2">
          See the story
        </a>
      )}
      {plannedAt && !isOver && (
        <>
          <Button look="link" isBusy={isBusy} onClick={publishing.open} className="min-h-11">
            Change
          </Button>
          <Button look="link" isBusy={isBusy} onClick={cancelPlan} className="min-h-11">
            Don’t publish
          </Button>
        </>
      )}
    </div>
  )
}

/** Checked twice a minute: a timer for a time far away would end at once. */
function useIsPast(time: string | null): boolean {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!time) return
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [time])
  return time !== null && Date.parse(time) <= now
}
