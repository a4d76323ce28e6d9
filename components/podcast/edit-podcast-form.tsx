'use client'

import { buttonStyle } from '#components/ui/button-style.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import type { Podcast } from '#contract/podcasts.ts'
import { callBff } from '#lib/browser/call-bff.ts'

type Props = {
  podcast: Podcast
  /** With the saved podcast; with undefined if it was cancelled. */
  onDone: (changed?: Podcast) => void
}

/** The words of a podcast, as the feed shows them. */
export function EditPodcastForm({ podcast: { fileName, title, description }, onDone }: Props) {
  const submission = useSubmission(async (values) => {
    const words = { title: values.title ?? '', description: values.description ?? '' }
    const { body } = await callBff('PUT /podcasts/:fileName', { params: { fileName }, body: words })
    onDone(body)
  })
  return (
    <Form submission={submission} label={`Edit ${title}`} className="gap-4">
      <Field
        name="title"
        label="Title"
        defaultValue={title}
        error={submission.errors.title}
        missing="A podcast needs a title."
        required
        maxLength={200}
      />
      <Field
        name="description"
        label="Description"
        help="What it is about, for podcast apps."
        error={submission.errors.description}
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
        <SubmitButton isBusy={submission.isBusy} busy="Saving…">
          Save
        </SubmitButton>
        <button type="button" onClick={() => onDone()} className={buttonStyle.secondary}>
          Cancel
        </button>
      </div>
    </Form>
  )
}
