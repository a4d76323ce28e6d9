'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { LocalDateTime } from '#components/ui/local-date-time.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import type { Podcast } from '#contract/podcasts.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { clockTime } from './clock-time.ts'

type Props = {
  podcast: Podcast
  onPlay: (audio: HTMLAudioElement) => void
  onChanged: (podcast: Podcast) => void
  onRemoved: () => void
}

const press = 'min-h-11 text-ui text-link'
const link = `${press} inline-flex items-center underline underline-offset-2`

/** One podcast: its file, its player and its actions. */
export function PodcastCard({ podcast, onPlay, onChanged, onRemoved }: Props) {
  const { fileName, title, lastModified, url, duration_ms, bytes, is_public, story, transcript } = podcast
  const [isEditing, setIsEditing] = useState(false)
  const action = useAction()

  function remove() {
    if (prompt(`Please type 'delete' to delete ${fileName}.`) !== 'delete') {
      alert("Deletion cancelled. You must type 'delete' to confirm.")
      return
    }
    if (!confirm('Are you sure you want to delete this podcast?')) return
    void action.run('delete', async () => {
      await callBff('DELETE /podcasts/:fileName', { params: { fileName } })
      onRemoved()
    })
  }
  const togglePublic = () =>
    action.run('public', async () => {
      const change = { is_public: !is_public }
      const { body } = await callBff('PUT /podcasts/:fileName', { params: { fileName }, body: change })
      onChanged(body)
    })

  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <div className="flex flex-col gap-1">
        <h2 className="wrap-anywhere font-serif text-lead font-semibold">{title}</h2>
        <p className="wrap-anywhere text-small text-soft">{fileName}</p>
        <p className="text-small text-faint">
          <LocalDateTime iso={lastModified} />, {clockTime(duration_ms / 1_000)}, {sizeOf(bytes)}
          {is_public && ', in the public feed'}
        </p>
      </div>
      <audio
        controls
        preload="none"
        src={url}
        aria-label={title}
        onPlay={(event) => onPlay(event.currentTarget)}
        className="w-full"
      >
        <track kind="captions" src={transcript} srcLang="en-GB" label="Transcript" />
      </audio>
      {action.message && (
        <p role="alert" className="text-ui text-danger">
          {action.message}
        </p>
      )}
      {isEditing && <EditPodcastForm podcast={podcast} onChanged={onChanged} onEnd={() => setIsEditing(false)} />}
      <div className="mt-auto flex flex-wrap gap-x-5">
        <Button look="link" onClick={remove} isBusy={action.busy !== undefined} className={press}>
          {action.busy === 'delete' ? 'Deleting…' : 'Delete'}
        </Button>
        {!isEditing && (
          <Button look="link" onClick={() => setIsEditing(true)} className={press}>
            Edit
          </Button>
        )}
        <Button look="link" aria-pressed={is_public} onClick={togglePublic} className={press}>
          {is_public ? 'Take out of the feed' : 'Add to the public feed'}
        </Button>
        <a href={transcript} className={link}>
          Transcript
        </a>
        {story && (
          <a href={paths.article(story.slug)} className={link}>
            Story
          </a>
        )}
      </div>
    </li>
  )
}

function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1024
  return kilobytes < 1_000 ? `${Math.ceil(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}

type EditPodcastFormProps = Pick<Props, 'podcast' | 'onChanged'> & { onEnd: () => void }

/** The words of a podcast, as the feed shows them. */
function EditPodcastForm({ podcast, onChanged, onEnd }: EditPodcastFormProps) {
  const { fileName, title, description } = podcast
  const submission = useSubmission(async (values) => {
    const words = { title: values.title ?? '', description: values.description ?? '' }
    const { body } = await callBff('PUT /podcasts/:fileName', { params: { fileName }, body: words })
    onChanged(body)
    onEnd()
  })
  return (
    <Form submission={submission} label={`Edit ${title}`} className="gap-4">
      <Field
        name="title"
        label="Title"
        defaultValue={title}
        missing="A podcast needs a title."
        required
        maxLength={200}
      />
      <Field
        name="description"
        label="Description"
        help="What it is about, for podcast apps."
        control={(tied) => (
          <textarea
            {...tied}
            rows={3}
            maxLength={4_000}
            defaultValue={description}
            className={`${tied.className} py-2.5`}
          />
        )}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="Saving…">Save</SubmitButton>
        <Button onClick={onEnd}>Cancel</Button>
      </div>
    </Form>
  )
}
