'use client'

import { type ChangeEvent, type RefObject, useEffect, useState } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Icon } from '#components/ui/icon.tsx'
import { readStored, store } from '#lib/browser/stored-text.ts'

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

const key = 'bg-raised border border-line rounded-small px-1.5 font-mono text-small text-ink'

/** Explains the search key. A key without a modifier must be possible to switch off (WCAG 2.1.4). */
export function SearchKeyHint({ isOn, onSwitch }: { isOn: boolean; onSwitch: () => void }) {
  return (
    <p className="needs-scripts mt-3 hidden flex-wrap items-center gap-x-2 ps-4 text-small text-faint md:pointer-fine:flex">
      <kbd className={key}>↓</kbd> <kbd className={key}>↑</kbd> walk through the results
      {isOn && (
        <>
          , <kbd className={key}>/</kbd> leads back here
        </>
      )}
      <button type="button" onClick={onSwitch} className="px-1 py-0.5 underline underline-offset-2 hover:text-ink">
        {isOn ? 'Switch the / key off' : 'Switch the / key on'}
      </button>
    </p>
  )
}

const rememberedAs = 'search-key'

/** `/` puts the cursor into the field, unless the reader is writing somewhere or has switched it off. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): [boolean, () => void] {
  const [isOn, setIsOn] = useState(true)
  useEffect(() => setIsOn(readStored(rememberedAs) !== 'off'), [])

  useEffect(() => {
    if (!isOn) return
    function onKey(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, input])

  function toggle() {
    setIsOn(!isOn)
    store(rememberedAs, isOn ? 'off' : null)
  }
  return [isOn, toggle]
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
