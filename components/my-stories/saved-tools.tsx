'use client'

import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { searchTextMost } from '#contract/search-text.ts'

const orders = { saved: 'Recently saved', published: 'Newest first', title: 'By title' } as const
export type SavedOrder = keyof typeof orders

type Props = { order: SavedOrder; onOrder: (order: SavedOrder) => void; onSearch: (text: string) => void }

const typingPauseMs = 250

/** Where many stories are saved. */
export function SavedTools({ order, onOrder, onSearch }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use
    <form
      role="search"
      aria-label="Saved articles"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
      className="flex flex-col gap-3 md:flex-row md:items-center"
    >
      <label htmlFor={`${id}-search`} className="sr-only">
        Search what you saved
      </label>
      <span className="relative flex-1">
        <span className="pointer-events-none absolute inset-y-0 start-3.5 flex items-center text-faint">
          <Icon name="search" />
        </span>
        <input
          id={`${id}-search`}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={searchTextMost}
          placeholder="Title or author"
          className="h-11 w-full rounded-full border border-edge bg-raised ps-11 pe-3 text-field"
        />
      </span>
      <label htmlFor={`${id}-order`} className="sr-only">
        Order
      </label>
      <select
        id={`${id}-order`}
        value={order}
        onChange={(event) => onOrder(event.target.value as SavedOrder)}
        className="h-11 rounded-card border border-edge bg-raised px-3 text-field hover:border-ink"
      >
        {Object.entries(orders).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </form>
  )
}
