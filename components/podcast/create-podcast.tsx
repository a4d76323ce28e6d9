'use client'

import { useCallback, useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { lineLink } from '#components/ui/link-style.ts'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { podcastTextMost } from '#contract/podcast-limits.ts'
import type { PodcastJob } from '#contract/podcasts.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { JobList } from './job-list.tsx'
import { isUnderWay } from './use-podcast-job.ts'
import { usePodcastJobs } from './use-podcast-jobs.ts'
import { usePodcastText } from './use-podcast-text.ts'

/** Where an administrator has a text read aloud. What is typed is kept in the browser until it is ready. */
export function CreatePodcast() {
  const { text, setText, forget } = usePodcastText()
  const { jobs, add, change, remove } = usePodcastJobs()
  const [asked, setAsked] = useState<string>()
  const [ready, setReady] = useState<PodcastJob>()
  const submission = useSubmission(async ({ text: written = '', title = '' }) => {
    setReady(undefined)
    const { body } = await callBff('POST /podcasts', { body: { text: written, ...(title && { title }) } })
    setAsked(body.id)
    add(body)
  })
  const onState = useCallback(
    (job: PodcastJob) => {
      change(job)
      if (job.state !== 'done' || job.id !== asked) return
      setReady(job)
      forget()
    },
    [change, forget, asked],
  )
  const isGenerating = jobs.some((job) => job.id === asked && isUnderWay(job))
  return (
    <div className="flex flex-col gap-8">
      <Form submission={submission} label="Text" className="max-w-column gap-5">
        <Field
          name="title"
          label="Title"
          help="Left empty, it is the first sentence."
          maxLength={200}
          autoComplete="off"
        />
        <Field
          name="text"
          label="Text"
          help="A line that begins with # is a heading; headings become chapters."
          error={submission.errors.text}
          missing="Please write the text that is to be read aloud."
          control={(tied) => (
            <textarea
              {...tied}
              required
              rows={12}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              className={`${tied.className} min-h-60 py-2.5 leading-relaxed`}
            />
          )}
        />
        <p aria-live="off" className="-mt-3 text-small text-faint tabular-nums">
          {text.length.toLocaleString('en')} of {podcastTextMost.toLocaleString('en')} characters
          {text.trim() && `, about ${minutesOf(text)}`}
        </p>
        <SubmitButton isBusy={submission.isBusy || isGenerating} busy="Generating...">
          Generate Podcast
        </SubmitButton>
      </Form>
      <JobList jobs={jobs} onState={onState} onGone={remove} />
      {ready?.url && (
        <div className="flex flex-col gap-4">
          <FormNotice kind="success" takesFocus>
            <p>“{ready.title}” is ready.</p>
          </FormNotice>
          {/* biome-ignore lint/a11y/useMediaCaption: it reads a text aloud that stands above; its transcript is in the list */}
          <audio controls src={ready.url} preload="metadata" aria-label={ready.title} className="w-full max-w-column" />
          <a href={paths.podcasts} className={lineLink}>
            All podcasts
          </a>
        </div>
      )}
    </div>
  )
}

/** By how fast the embedded voice reads: about 17 characters a second. */
function minutesOf(text: string): string {
  const minutes = Math.ceil(text.length / 17 / 60)
  return `${minutes} minute${minutes === 1 ? '' : 's'} of audio`
}
