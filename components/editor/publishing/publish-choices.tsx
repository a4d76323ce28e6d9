'use client'

import { useId } from 'react'
import { StoryRow } from '#components/article/story-row.tsx'
import { CheckField } from '#components/ui/check-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { fieldLabels, storyFields } from '#contract/story-fields.ts'
import { mailedAs } from '../publish-settings.tsx'
import { SendNewsletter } from '../send-newsletter.tsx'
import { storyAsRead } from '../story-as-read.ts'
import { StoryPlace } from '../story-place.tsx'
import type { StoryEditorState } from '../use-story-editor.ts'
import { fieldTime } from './describe-publishing.ts'

type Props = { editor: StoryEditorState }

/** The fields that the sheet has; faults of others lead back to the text. */
export const inSheet = ['category', 'publication', 'publish_at', 'email_subject', 'email_preview']

/** Where a story belongs, who gets it by email, and when it goes out. */
export function PublishChoices({ editor }: Props) {
  const { publishing, person, story } = editor
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <StoryPlace editor={editor} />
      </div>
      <div className="flex flex-col">
        <SendNewsletter
          counts
          sends={publishing.sends}
          onSends={publishing.setSends}
          wasPublic={Boolean(story?.published_at)}
          story={mailedAs(editor)}
          unproven={person.email_proven ? undefined : person}
        />
        {publishing.sends && <EmailLines editor={editor} />}
      </div>
      <WhenToPublish editor={editor} />
    </>
  )
}

/** The story as a row of a list. */
export function CardPreview({ editor }: Props) {
  return (
    <ul inert className="story-rows rounded-card border border-line bg-raised p-4 *:pb-0!">
      <StoryRow story={storyAsRead(editor, editor.readText())} heading="h3" />
    </ul>
  )
}

/** The two lines that an inbox shows; folded, because the defaults are usually right. */
function EmailLines({ editor }: Props) {
  const { fields, errors } = editor
  const { title, sub_title, excerpt } = storyAsRead(editor, editor.readText())
  const hasFault = errors.email_subject !== undefined || errors.email_preview !== undefined
  return (
    <details open={hasFault || undefined} className="ps-8">
      <summary className="min-h-11 cursor-pointer content-center text-ui text-soft hover:text-ink">
        Subject and preview line
      </summary>
      <div className="flex flex-col gap-4 pt-1 pb-2">
        <EmailLine editor={editor} field="emailSubject" by={title} value={fields.email_subject} />
        <EmailLine editor={editor} field="emailPreview" by={sub_title || excerpt} value={fields.email_preview} />
      </div>
    </details>
  )
}

type EmailLineProps = Props & {
  field: 'emailSubject' | 'emailPreview'
  /** The line that is used without one. */
  by: string
  value: string | null
}

function EmailLine({ editor: { errors, edited }, field, by, value }: EmailLineProps) {
  const { wire, most } = storyFields[field]
  return (
    <Field
      name={wire}
      label={fieldLabels[wire]}
      value={value ?? ''}
      placeholder={by}
      maxLength={most}
      error={errors[wire]}
      help={value ? undefined : 'If you leave it empty, it is what you see here.'}
      onChange={(event) => edited({ [wire]: event.target.value || null })}
    />
  )
}

/** Now, or at a time in the time zone of the writer's device. */
function WhenToPublish({ editor: { publishing, errors, clearError } }: Props) {
  const id = useId()
  const { at, setAt, chooseLater } = publishing
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const choose = (time: string | undefined) => {
    clearError('publish_at')
    setAt(time)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-ui font-semibold">When</legend>
      <div className="flex gap-6">
        <CheckField type="radio" name={id} checked={at === undefined} onChange={() => choose(undefined)}>
          Now
        </CheckField>
        <CheckField type="radio" name={id} checked={at !== undefined} onChange={chooseLater}>
          Later
        </CheckField>
      </div>
      {at !== undefined && (
        <Field
          name="publish_at"
          label="Date and time"
          type="datetime-local"
          value={at}
          min={fieldTime(new Date())}
          error={errors.publish_at}
          help={`In your time zone, ${zone}.`}
          onChange={(event) => choose(event.target.value)}
        />
      )}
    </fieldset>
  )
}
