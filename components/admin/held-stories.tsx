'use client'

import { useState } from 'react'
import { categoryName } from '#contract/categories.ts'
import { useCallList } from '#lib/browser/use-call-list.ts'
import { HeldStoryRow } from './held-story-row.tsx'
import { ListState } from './list-state.tsx'
import { RowList } from './row-list.tsx'

/** The stories that wait for an administrator before they go to subscribers, by category. */
export function HeldStories({ productName }: { productName: string }) {
  const list = useCallList('GET /newsletters/held', {}, { isFresh: true })
  const [approved, setApproved] = useState<ReadonlySet<string>>(new Set())
  const byCategory = Map.groupBy(list.items ?? [], ({ category }) => category)
  return (
    <div className="flex flex-col gap-8">
      {[...byCategory].map(([category, stories]) => {
        const name = categoryName(category, productName)
        const heading = `Stories that want to go to ${name}`
        return (
          <section key={category} aria-label={heading} className="flex flex-col gap-3">
            <h2 className="font-serif text-lead font-semibold">{heading}</h2>
            <RowList label={heading}>
              {stories.map((story) => (
                <HeldStoryRow
                  key={story._id}
                  story={story}
                  categoryName={name}
                  isApproved={story.is_approved || approved.has(story.author.uuid)}
                  onApproved={() => setApproved((before) => new Set(before).add(story.author.uuid))}
                />
              ))}
            </RowList>
          </section>
        )
      })}
      <ListState list={list} empty="No story is waiting." />
    </div>
  )
}
