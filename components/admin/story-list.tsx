'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { deleteStory } from '#components/article/delete-story.ts'
import { RowButton } from '#components/profile/device-rows.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import { lineLink } from '#components/ui/link-style.ts'
import type { StorySummary } from '#contract/administration.ts'
import { paths } from '#contract/paths.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import { Badge, ListState, Row, RowList, useSearchedList } from './row-list.tsx'
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
  const [changed, setChanged] = useState<ReadonlyMap<string, StorySummary>>(new Map())
  const { list, isAll, search } = useSearchedList('GET /dashboard/stories', { query: { state: 'all' } })

  return (
    <section aria-label="Stories" className="flex flex-col gap-5">
      <SearchForm
        name="Stories"
        label="Title, author or address"
        choices={{ label: 'State', options: states }}
        onSearch={({ query, choice }) => search({ query: { ...(query && { query }), state: choice as State } })}
      />
      {list.items && list.items.length > 0 && (
        <RowList label="Stories">
          {list.items.map((story) => (
            <AnyStoryRow
              key={story._id}
              story={changed.get(story._id) ?? story}
              onChanged={(now) => setChanged((before) => new Map(before).set(now._id, now))}
            />
          ))}
        </RowList>
      )}
      <ListState
        list={list}
        empty={
          isAll ? 'No stories yet. The first one that someone saves appears here.' : 'No stories match this search.'
        }
      />
    </section>
  )
}

type Props = { story: StorySummary; onChanged: (story: StorySummary) => void }

const badges = {
  published: <Badge look="good">Published</Badge>,
  draft: <Badge>Draft</Badge>,
  planned: <Badge look="notice">Planned</Badge>,
  deleted: <Badge look="bad">Deleted</Badge>,
} as const satisfies Record<StorySummary['state'], unknown>

const keptMs = 30 * 24 * 60 * 60 * 1000

/** A story in any state, and an administrator's actions for it. */
function AnyStoryRow({ story, onChanged }: Props) {
  const { _id, slug, state, restorable_until } = story
  const title = story.title || 'Untitled'
  const [done, setDone] = useState('')
  const action = useAction()

  const remove = () =>
    action.run('delete', async () => {
      if (!(await deleteStory(_id))) return
      const now = Date.now()
      const [deleted_at, until] = [now, now + keptMs].map((time) => new Date(time).toISOString())
      onChanged({
        ...{ ...story, state: 'deleted', publish_at: null },
        ...{ deleted_at: deleted_at ?? null, restorable_until: until ?? null },
      })
      setDone('Deleted.')
    })
  const bringBack = () =>
    action.run('bring back', async () => {
      const { body } = await callBff('POST /contents/:id/undelete', { params: { id: _id } })
      const back = { state: body.isDraft ? 'draft' : 'published', slug: body.slug } as const
      onChanged({ ...story, ...back, deleted_at: null, restorable_until: null })
      setDone('Restored.')
    })

  return (
    <Row
      title={
        <a href={paths.article(slug)} className="text-ink underline underline-offset-2">
          {title}
        </a>
      }
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
            <RowButton label="Delete" of={title} isBusy={action.isAsked('delete')} onPress={remove} />
          </>
        )
      }
    >
      {action.message && (
        <p role="alert" className="text-small text-danger">
          {action.message}
        </p>
      )}
      <p role="status" className="text-ui text-green empty:-mt-3">
        {done}
      </p>
    </Row>
  )
}

function factsOf(story: StorySummary): string[] {
  const { author, updated_at, published_at, publish_at, deleted_at, restorable_until } = story
  const times = [
    `changed ${formatDateTime(updated_at)}`,
    published_at && `published ${formatDateTime(published_at)}`,
    publish_at && `scheduled for ${formatDateTime(publish_at)}`,
    deleted_at && `deleted ${formatDateTime(deleted_at)}`,
  ]
  return [
    `By ${author?.name || 'someone whose account was deleted'}`,
    upper(times.filter(Boolean).join(', ')),
    ...(restorable_until ? [`You can restore it until ${formatDateTime(restorable_until)}.`] : []),
  ]
}

function upper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
