'use client'

import { useRef } from 'react'
import { withReachableScrollers } from '#components/article/story-body.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Field } from '#components/ui/field.tsx'
import { Form } from '#components/ui/form.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { LineLink } from '#components/ui/links.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { useSubmission } from '#components/ui/use-submission.ts'
import { paths } from '#contract/paths.ts'
import { storyLimits } from '#contract/text-limits.ts'
import type { KnownSummary } from '#contract/text-processing.ts'
import { type BookSummary, useBookSummary } from './use-book-summary.ts'

/** Asks for the summary of a book, and shows it while it is written. */
export function AddBook() {
  const { summary, write, cancel } = useBookSummary()
  const again = useRef(false)
  const submission = useSubmission(async ({ input = '' }) => {
    const isAgain = again.current
    again.current = false
    await write(input, { again: isAgain })
  })

  function writeAgain() {
    again.current = true
    submission.form.current?.requestSubmit()
  }

  function stop() {
    cancel()
    // The button goes, and the focus with it.
    submission.form.current?.querySelector('input')?.focus()
  }

  return (
    <div className="flex flex-col gap-8">
      <Form submission={submission} label="Add new book">
        <Field
          name="input"
          label="Book"
          placeholder="Book name|Book Author|Code"
          help="The book’s name, its author and the code, with a | between them."
          maxLength={storyLimits.bookInput}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Writing…">Submit</SubmitButton>
          {submission.isBusy && (
            <Button onClick={stop} className="w-full md:w-auto">
              Cancel
            </Button>
          )}
        </div>
      </Form>
      <SummaryResult summary={summary} onAgain={writeAgain} />
    </div>
  )
}

type Props = { summary: BookSummary; onAgain: () => void }

/** The result of a request: the text, its progress, or why it failed. Only the progress is announced by itself. */
function SummaryResult({ summary: { state, html, draft, failure, known }, onAgain }: Props) {
  return (
    <section aria-label="Result" aria-busy={state === 'writing'} className="flex flex-col gap-6">
      <p role="status" className="text-ui text-soft">
        {state === 'writing' && (html === '' ? 'Waiting for the model…' : 'The summary is being written…')}
        {state === 'cancelled' && 'Cancelled. Nothing was kept.'}
        {state === 'done' && (draft ? 'The summary is finished and saved as a draft.' : 'The summary is finished.')}
      </p>
      {failure && (
        <FormNotice kind="failure">
          <p>{failure}</p>
          {known && <Known summary={known} onAgain={onAgain} />}
        </FormNotice>
      )}
      {html !== '' && (
        <div
          className="prose"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against an allow-list, twice on its way here
          dangerouslySetInnerHTML={{ __html: withReachableScrollers(html) }}
        />
      )}
      {draft && (
        <a href={paths.editArticle(draft)} className={`${buttonStyle.primary} self-start`}>
          Open the draft in the editor
        </a>
      )}
    </section>
  )
}

function Known({ summary: { slug, isDraft }, onAgain }: { summary: KnownSummary; onAgain: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <LineLink href={isDraft ? paths.editArticle(slug) : paths.article(slug)}>
        {isDraft ? 'Open that draft' : 'Read that summary'}
      </LineLink>
      <Button onClick={onAgain}>Write another summary</Button>
    </div>
  )
}
