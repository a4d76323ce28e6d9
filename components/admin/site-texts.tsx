'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime, formatDay } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { lineLink } from '#components/ui/link-style.ts'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { paths } from '#contract/paths.ts'
import type { SitePage } from '#contract/site-pages.ts'
import type { TextOnDesk } from '#contract/site-texts.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { askAgain, useCall } from '#lib/browser/use-call.ts'
import { Row, RowList } from './row-list.tsx'

/** The text that an administrator begins with. */
type BuiltInText = { title: string; intro: string; html: string }
type Props = { builtIn: Record<SitePage, BuiltInText> }

/** The pages whose text administrators can write, what their readers see, and what can be done about it. */
export function SiteTexts({ builtIn }: Props) {
  const { data: texts, error } = useCall('GET /dashboard/texts')
  return (
    <TitledSection ref={keepFocus} id="texts" title="Texts" className="flex flex-col gap-4">
      <p className="text-pretty text-soft">
        These pages come with a text. Write your own where it should say something else. Readers see it once you publish
        it.
      </p>
      {error && <FormNotice kind="failure">{error.message}</FormNotice>}
      {texts && (
        <RowList label="Texts">
          {texts.map((text) => (
            <TextRow key={text.page} text={text} builtIn={builtIn[text.page]} />
          ))}
        </RowList>
      )}
      <p role="status" className="text-soft empty:-mt-4">
        {!texts && !error && 'Loading…'}
      </p>
    </TitledSection>
  )
}

function TextRow({ text, builtIn }: { text: TextOnDesk; builtIn: BuiltInText }) {
  const { page, title, draft, published, has_unpublished_changes } = text
  const [done, setDone] = useState('')
  const action = useAction()
  const run = (name: string, act: () => Promise<unknown>) =>
    action.run(name, async () => {
      setDone('')
      await act()
    })

  const begin = () =>
    run('begin', async () => {
      const { body } = await callBff('POST /dashboard/texts/:page', { params: { page }, body: builtIn })
      location.assign(paths.editArticle(body.slug))
    })
  const publish = (version: number) =>
    run('publish', async () => {
      await callBff('POST /dashboard/texts/:page/publish', { params: { page }, body: { version } })
      // First: the pressed button goes with the new list, and the focus moves on to this.
      setDone('Published. Readers see it now.')
      await askAgain('GET /dashboard/texts')
    })
  const reset = () =>
    run('reset', async () => {
      if (!confirm(`Show readers the built-in text of “${title}” again? Yours stays in the editor.`)) return
      await callBff('DELETE /dashboard/texts/:page', { params: { page } })
      setDone('Readers see the built-in text again.')
      await askAgain('GET /dashboard/texts')
    })

  return (
    <Row
      title={title}
      facts={factsOf(text)}
      actions={
        <>
          {draft ? (
            <a href={paths.editArticle(draft.slug)} aria-label={`Edit: ${title}`} className={lineLink}>
              Edit
            </a>
          ) : (
            <RowButton
              label={published ? 'Edit' : 'Write your own'}
              of={title}
              isBusy={action.isAsked('begin')}
              onPress={begin}
            />
          )}
          <a href={`/${page}`} aria-label={`View: ${title}`} className={lineLink}>
            View
          </a>
          {draft && has_unpublished_changes && (
            <RowButton
              label="Publish"
              of={title}
              isBusy={action.isAsked('publish')}
              onPress={() => publish(draft.version)}
            />
          )}
          {published && (
            <RowButton
              label="Go back to the built-in text"
              of={title}
              isBusy={action.isAsked('reset')}
              onPress={reset}
            />
          )}
        </>
      }
      failure={action.message}
      done={done}
    />
  )
}

function factsOf({ draft, published, has_unpublished_changes }: TextOnDesk): (string | false | null)[] {
  const changed = draft && has_unpublished_changes && `last saved ${formatDateTime(draft.updated_at)}.`
  if (!published)
    return ['The text that came with the program.', changed && `A draft that is not published, ${changed}`]
  const by = published.by ? ` by ${published.by}` : ''
  return [
    `Your text, published on ${formatDay(published.at)}${by}.`,
    changed && `Changes that are not published, ${changed}`,
  ]
}
