'use client'

import { useCallback, useEffect, useState } from 'react'
import { countOf } from '#components/ui/count-of.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { LineLink } from '#components/ui/links.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { PodcastJob } from '#contract/podcasts.ts'
import { podcastTextMost } from '#contract/text-limits.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { readStored, store } from '#lib/browser/stored-text.ts'
import { JobList } from './job-list.tsx'
import { isUnderWay, usePodcastJobs } from './use-podcast-jobs.ts'

/** An administrator's form to have a text read aloud. The browser stores the typed text until the audio is ready. */
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
    <div ref={keepFocus} className="flex flex-col gap-8">
      <Form submission={submission} label="Text" className="max-w-column gap-5">
        <Field
          name="title"
          label="Title"
          help="If you leave it empty, the first sentence is used."
          maxLength={200}
          autoComplete="off"
        />
        <Field
          name="text"
          label="Text"
          help="Lines starting with # are headings, and headings become chapters."
          missing="Please enter the text to read aloud."
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
          {text.length.toLocaleString('en-GB')} of {podcastTextMost.toLocaleString('en-GB')} characters
          {text.trim() && `, about ${minutesOf(text)}`}
        </p>
        <SubmitButton isBusy={submission.isBusy || isGenerating} busy="Generating...">
          Generate Podcast
        </SubmitButton>
      </Form>
      <JobList jobs={jobs} onState={onState} onGone={({ id }) => remove(id)} />
      {ready?.url && (
        <div className="flex flex-col gap-4">
          <FormNotice kind="success" takesFocus>
            <p>“{ready.title}” is ready.</p>
          </FormNotice>
          {/* biome-ignore lint/a11y/useMediaCaption: it reads the text above aloud; its transcript is in the list */}
          <audio controls src={ready.url} preload="metadata" aria-label={ready.title} className="w-full max-w-column" />
          <LineLink href={adminPaths.podcasts}>All podcasts</LineLink>
        </div>
      )}
    </div>
  )
}

/** Estimated from the embedded voice's speed of about 17 characters per second. */
function minutesOf(text: string): string {
  return `${countOf(Math.ceil(text.length / 17 / 60), 'minute')} of audio`
}

const textKey = 'podcastText'

/** The text to read aloud; this browser stores it until `forget`, so that it survives a reload. */
function usePodcastText() {
  const [text, setText] = useState('')

  useEffect(() => setText(readStored(textKey) ?? ''), [])
  const keep = useCallback((written: string) => {
    setText(written)
    store(textKey, written)
  }, [])
  const forget = useCallback(() => {
    setText('')
    store(textKey, null)
  }, [])
  return { text, setText: keep, forget }
}
