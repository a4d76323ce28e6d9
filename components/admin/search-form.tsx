import { type FormEvent, useId } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { SearchInput } from '#components/ui/search-input.tsx'
import { Select } from '#components/ui/select.tsx'

type Props = {
  name: string
  /** Names the things to search for. */
  label: string
  choices: { label: string; options: Record<string, string> }
  onSearch: (wanted: { query: string; choice: string }) => void
}

/** Searches within the chosen filter; choosing searches immediately. */
export function SearchForm({ name, label, choices, onSearch }: Props) {
  const id = useId()

  function search(form: HTMLFormElement) {
    const values = new FormData(form)
    onSearch({ query: String(values.get('query')).trim(), choice: String(values.get('choice')) })
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    search(event.currentTarget)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers that are in use
    <form role="search" aria-label={name} onSubmit={onSubmit} className="flex flex-wrap gap-3">
      <div className="flex min-w-0 flex-1 basis-64">
        <SearchInput id={id} name="query" label={label} placeholder={label} />
      </div>
      <label className="sr-only" htmlFor={`${id}-choice`}>
        {choices.label}
      </label>
      <Select
        id={`${id}-choice`}
        name="choice"
        onChange={({ currentTarget }) => currentTarget.form && search(currentTarget.form)}
        className="min-w-0"
        options={Object.entries(choices.options).map(([value, label]) => ({ value, label }))}
      />
      <button type="submit" className={buttonStyle.secondary}>
        Search
      </button>
    </form>
  )
}
