'use client'

import { useEffect, useRef, useState } from 'react'
import { describeMailing } from '#components/article/describe-mailing.ts'
import { Button } from '#components/ui/button.tsx'
import { countOf } from '#components/ui/count-of.ts'
import { ButtonLink } from '#components/ui/links.tsx'
import type { Mailing } from '#contract/mailings.ts'
import { paths } from '#contract/paths.ts'
import { copyText, shareText } from '#lib/browser/share-text.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { usePolling } from '#lib/browser/use-polling.ts'
import type { StoryEditorState } from '../use-story-editor.ts'
import { type Audience, peopleOf } from './describe-publishing.ts'
import { CardPreview } from './publish-choices.tsx'
import type { Published } from './use-publishing.ts'

type Props = { published: Published; editor: StoryEditorState }

/** Right after publishing: where the story is, who gets it by email, and what may come next. */
export function PublishedNotice({ published, editor }: Props) {
  const { slug, storyId, isUpdate, audience } = published
  const { title, publication } = editor.fields
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isOwnPublication = editor.publications.some((own) => own.slug === publication)
  const next = publication && isOwnPublication ? paths.publicationNewStory(publication) : paths.newStory
  return (
    <div className="flex max-h-[inherit] flex-col gap-6 overflow-y-auto px-4 py-8 md:px-10 md:py-10">
      <h2
        id="publish-sheet"
        ref={heading}
        tabIndex={-1}
        className="font-serif text-heading font-semibold outline-none md:text-title"
      >
        {isUpdate ? 'Your update is out' : 'It’s out'}
      </h2>
      <CardPreview editor={editor} />
      <WhoGotIt storyId={storyId} audience={audience} />
      <Address title={title} url={new URL(paths.article(slug), location.origin).href} />
      <div className="flex flex-wrap gap-3 *:max-md:w-full">
        <ButtonLink look="primary" href={paths.article(slug)}>
          See it
        </ButtonLink>
        <ButtonLink href={next}>Write the next</ButtonLink>
      </div>
    </div>
  )
}

const everyMs = 2_000

function WhoGotIt({ storyId, audience }: { storyId: string; audience: Audience | undefined }) {
  const { data, error, mutate } = useCall('GET /contents/:id/mailing', { params: { id: storyId } })
  usePolling(() => mutate(), { goesOn: data?.is_under_way === true, everyMs })
  const sentences = error
    ? ['We couldn’t find out who gets it by email. Its page will say so.']
    : data && whoInWords(data, audience)
  return (
    // Room for both lines, so that the address below stays where it is when the emails are counted.
    <div className={`flex flex-col gap-1 text-pretty text-text ${audience?.count ? 'min-h-16' : 'min-h-6'}`}>
      <div role="status" className="flex flex-col gap-1">
        {sentences?.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {/* Not announced: it changes every two seconds. */}
      {data?.is_under_way && data.sent > 0 && (
        <p className="tabular-nums">{countOf(data.sent, 'email is', 'emails are')} out so far.</p>
      )}
    </div>
  )
}

/** How many emails there will be was counted when the button was pressed. */
function whoInWords(mailing: Mailing, audience: Audience | undefined): string[] {
  const { is_under_way, state } = mailing
  if (state === 'none') return ['It wasn’t emailed to anyone.']
  const [first, ...others] = describeMailing(mailing)?.sentences ?? []
  if (!is_under_way || !audience || audience.count === 0) return [first ?? '', ...others]
  return [`It’s going to ${peopleOf(audience)} now.`, ...others]
}

function Address({ title, url }: { title: string; url: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const field = useRef<HTMLInputElement>(null)
  async function show(doing: ReturnType<typeof shareText>) {
    const done = await doing
    if (done === 'failed') field.current?.select()
    if (done === 'copied' || done === 'failed') setOutcome(done)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor="published-address" className="text-ui font-semibold">
        Its address
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          ref={field}
          id="published-address"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="h-11 min-w-0 flex-1 basis-56 rounded-card border border-edge bg-raised px-3 text-field"
        />
        <Button onClick={() => show(copyText(url))} className="min-w-24">
          {outcome === 'copied' ? 'Copied' : 'Copy'}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button onClick={() => show(shareText(url, { title, url }))}>Share</Button>
        )}
      </div>
      <p role="status" className="text-small text-soft empty:hidden">
        {outcome === 'copied' && 'The address was copied.'}
        {outcome === 'failed' && 'Your browser didn’t let us copy it. It is selected: copy it yourself.'}
      </p>
    </div>
  )
}
