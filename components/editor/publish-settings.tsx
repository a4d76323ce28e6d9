'use client'

import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { categoryName } from '#contract/categories.ts'
import { SendNewsletter } from './send-newsletter.tsx'
import type { StoryEditorState } from './use-story-editor.ts'

type Props = { editor: StoryEditorState }

/** How and when a story goes out. */
export function PublishSettings({ editor }: Props) {
  const { story, fields, person, publications, isBusy, glance, hasChangesBeside } = editor
  const names = {
    category: categoryName(fields.category, editor.productName),
    publication: publications.find(({ slug }) => slug === fields.publication)?.name,
    isOwn: !story || story.author_uuid === person.uuid,
  }
  // It does not appear in another person's publication.
  const publication = editor.foreignPublication ? undefined : (fields.publication ?? undefined)
  return (
    <TitledSection id="publishing" title="Publishing" className="flex flex-col gap-5 border-t border-line pt-8">
      {glance.hints.length > 0 && (
        <ul aria-label="Worth a look" className="flex list-disc flex-col gap-1 ps-5 text-ui text-soft">
          {glance.hints.map((hint) => (
            <li key={hint} className="wrap-anywhere">
              {hint}
            </li>
          ))}
        </ul>
      )}
      <SendNewsletter
        sends={editor.sends}
        onSends={editor.setSends}
        wasPublic={Boolean(story?.published_at)}
        story={{ category: fields.category, publication, storyId: editor.storyId, names }}
        unproven={person.email_proven ? undefined : person}
      />
      <PlannedTime editor={editor} />
      {hasChangesBeside && (
        <p className="text-ui text-soft">
          Readers see the published version until you publish these changes.{' '}
          <Button look="link" disabled={isBusy} onClick={editor.discard}>
            Discard the changes
          </Button>
        </p>
      )}
    </TitledSection>
  )
}

/** When a story publishes itself, chosen and shown in the time zone of the writer's device. */
function PlannedTime({ editor: { plannedAt, isBusy, errors, plan } }: Props) {
  const id = useId()
  // The server has a time zone of its own.
  const zone = useHydrated() && Intl.DateTimeFormat().resolvedOptions().timeZone
  const [wanted, setWanted] = useState('')
  const at = wanted ? new Date(wanted) : undefined
  const isPast = at !== undefined && at.getTime() <= Date.now()
  const fault = isPast ? 'Please choose a time in the future.' : errors.publish_at

  if (plannedAt) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-notice-ground p-3 text-ui text-notice">
        <p>
          Will be published on <time dateTime={plannedAt}>{inWords(new Date(plannedAt))}</time>.
        </p>
        <Button look="link" disabled={isBusy} onClick={() => plan(null)}>
          Cancel the schedule
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-ui font-semibold">
        Publish later
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id={id}
          type="datetime-local"
          value={wanted}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setWanted(event.target.value)}
          className="h-11 min-w-56 rounded-card border border-edge bg-raised px-3 text-field hover:border-ink aria-[invalid]:border-danger"
        />
        <Button disabled={!at || isPast || isBusy} onClick={() => at && plan(at.toISOString())}>
          Schedule
        </Button>
      </div>
      <p id={`${id}-note`} className={`text-small ${fault ? 'text-danger' : 'text-faint'}`}>
        {fault ?? (zone ? `In your time zone, ${zone}.` : 'In your time zone.')}
      </p>
    </div>
  )
}

function inWords(time: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' }).format(time)
}
