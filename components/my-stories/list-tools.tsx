import { useEffect, useEffectEvent, useId, useState } from 'react'
import { SearchInput } from '#components/ui/search-input.tsx'
import { Select } from '#components/ui/select.tsx'

type Choice<C extends string = string> = {
  label: string
  /** Value → its words. */
  options: Readonly<Record<C, string>>
  value: C
  onChoose: (value: C) => void
}

type Props = {
  /** Names the list for screen readers. */
  name: string
  search: { label: string; placeholder: string; onSearch: (text: string) => void }
  choices: readonly Choice[]
}

const typingPauseMs = 250

/** Search and choices above a list; both take effect by themselves. */
export function ListTools({ name, search, choices }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const onSearch = useEffectEvent(search.onSearch)
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use
    <form
      role="search"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        search.onSearch(text.trim())
      }}
      className="flex flex-col gap-3 md:flex-row md:items-center"
    >
      <SearchInput
        id={`${id}-search`}
        label={search.label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={search.placeholder}
      />
      <div className="flex gap-3">
        {choices.map(({ label, options, value, onChoose }) => (
          <Select
            key={label}
            aria-label={label}
            value={value}
            onChange={(event) => onChoose(event.target.value)}
            className="min-w-0 flex-1 md:flex-none"
            options={Object.entries(options).map(([value, label]) => ({ value, label }))}
          />
        ))}
      </div>
    </form>
  )
}

/** A choice whose values are those of `options`: a select yields nothing else. */
export function choiceOf<C extends string>(choice: Choice<C>): Choice {
  return { ...choice, onChoose: (value) => choice.onChoose(value as C) }
}
