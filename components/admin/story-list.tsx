'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { deleteStory } from '#components/article/delete-story.ts'
import { RowButton } from '#components/ui/action-rows.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { keepFocus } from '#components/ui/keep-focus.ts'
import { lineLink } from '#components/ui/link-style.ts'
import { pinStoryPath } from '#contract/admin-paths.ts'
import type { StorySummary } from '#contract/administration.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { Badge, PagedRows, Row, useSearchedList } from './row-list.tsx'
import { SearchForm } from './search-form.tsx'

const states = {
  all: 'Every state',
  published: 'Published',
  draft: 'Drafts',
  planned: 'Planned',
  deleted: 'Deleted',
} as const
type State = keyof typeof states

/** Finds stories in whatever state. */
export function StoryList() {
  const { list, isAll, search } = useSearchedList('GET /dashboard/stories', { query: { state: 'all' } })

  return (
    <section ref={keepFocus} aria-label="Stories" className="flex flex-col gap-5">
      <SearchForm
        name="Stories"
        label="Title, author or address"
        choices={{ label: 'State', options: states }}
        onSearch={({ query, choice }) => search({ query: { ...(query && { query }), state: choice as State } })}
      />
      <PagedRows
        label="Stories"
        list={list}
        empty={
          isAll ? 'No stories yet. The first one that someone saves appears here.' : 'No stories match this search.'
        }
        row={(story) => <AnyStoryRow key={story._id} listed={story} />}
      />
    </section>
  )
}

const badges = {
  published: <Badge look="good">Published</Badge>,
  draft: <Badge>Draft</Badge>,
  planned: <Badge look="notice">Planned</Badge>,
  deleted: <Badge look="bad">Deleted</Badge>,
} as const satisfies Record<StorySummary['state'], unknown>

const keptMs = 30 * 24 * 60 * 60 * 1000

/** A story in any state, with an administrator's actions for it; what they change shows immediately. */
function AnyStoryRow({ listed }: { listed: StorySummary }) {
  const [changed, setChanged] = useState<StorySummary>()
  const [done, setDone] = useState('')
  const action = useAction()
  const story = changed ?? listed
  const { _id, slug, state, restorable_until } = story
  const title = story.title || 'Untitled'

  const remove = () =>
    action.run('delete', async () => {
      if (!(await deleteStory(_id))) return
      const now = Date.now()
      setChanged({
        ...{ ...story, state: 'deleted', publish_at: null },
        deleted_at: new Date(now).toISOString(),
        restorable_until: new Date(now + keptMs).toISOString(),
      })
      setDone('Deleted.')
    })
  const bringBack = () =>
    action.run('bring back', async () => {
      const { isDraft, slug } = (await callBff('POST /contents/:id/undelete', { params: { id: _id } })).body
      const back = { state: isDraft ? 'draft' : 'published', slug } as const
      setChanged({ ...story, ...back, deleted_at: null, restorable_until: null })
      setDone('Restored.')
    })

  return (
    <Row
      title={title}
      href={paths.article(slug)}
      badges={badges[state]}
      facts={factsOf(story)}
      actions={
        state === 'deleted' ? (
          restorable_until && (
            <RowButton label="Restore" of={title} isBusy={action.isAsked('bring back')} onPress={bringBack} />
          )
        ) : (
          <>
            <a href={paths.article(slug)} aria-label={`View: ${title}`} className={lineLink}>
              View
            </a>
            <a href={paths.editArticle(slug)} aria-label={`Edit: ${title}`} className={lineLink}>
              Edit
            </a>
            {state === 'published' && (
              <a href={pinStoryPath(slug)} aria-label={`Pin: ${title}`} className={lineLink}>
                Pin
              </a>
            )}
            <RowButton label="Delete" of={title} isBusy={action.isAsked('delete')} onPress={remove} />
          </>
        )
      }
      failure={action.message}
      done={done}
    />
  )
}

function factsOf(story: StorySummary): (string | null)[] {
  const { author, updated_at, published_at, publish_at, deleted_at, restorable_until } = story
  const times = [
    `Changed ${formatDateTime(updated_at)}`,
    published_at && `published ${formatDateTime(published_at)}`,
    publish_at && `scheduled for ${formatDateTime(publish_at)}`,
    deleted_at && `deleted ${formatDateTime(deleted_at)}`,
  ]
  return [
    `By ${author?.name || 'someone whose account was deleted'}`,
    times.filter(Boolean).join(', '),
    restorable_until && `You can restore it until ${formatDateTime(restorable_until)}.`,
  ]
}
