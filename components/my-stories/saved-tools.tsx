'use client'

import { useEffect, useEffectEvent, useId, useState } from 'react'
import { SearchInput } from '#components/ui/search-input.tsx'

const orders = { saved: 'Recently saved', published: 'Newest first', title: 'By title' } as const
export type SavedOrder = keyof typeof orders

type Props = { order: SavedOrder; onOrder: (order: SavedOrder) => void; onSearch: (text: string) => void }

const typingPauseMs = 250

/** Search and order, for many saved stories. */
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
      <SearchInput
        id={`${id}-search`}
        label="Search what you saved"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Title or author"
      />
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
