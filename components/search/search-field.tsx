import type { ChangeEvent, RefObject } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Icon } from '#components/ui/icon.tsx'

type Props = {
  input: RefObject<HTMLInputElement | null>
  text: string
  onText: (text: string) => void
}

export function SearchField({ input, text, onText }: Props) {
  return (
    <div className="flex gap-2">
      <label htmlFor="search-text" className="sr-only">
        Search stories
      </label>
      <span className="relative min-w-0 flex-1">
        <span className="pointer-events-none absolute inset-y-0 start-4 flex items-center text-faint">
          <Icon name="search" />
        </span>
        <input
          ref={input}
          id="search-text"
          type="search"
          name="q"
          data-keys="ArrowDown"
          value={text}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onText(event.target.value)}
          placeholder="Title, author or word"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          className="h-12 w-full rounded-full border border-edge bg-raised ps-12 pe-4 text-field"
        />
      </span>
      <button type="submit" className={`${buttonStyle.primary} h-12`}>
        Search
      </button>
    </div>
  )
}
