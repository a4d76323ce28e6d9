'use client'

import { type RefObject, useEffect, useState } from 'react'

const rememberedAs = 'search-key'

/** `/` puts the cursor into the field, unless the reader is writing somewhere or has switched it off. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): [boolean, () => void] {
  const [isOn, setIsOn] = useState(true)
  useEffect(() => setIsOn(isRememberedOn()), [])

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
    rememberOn(!isOn)
  }
  return [isOn, toggle]
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

function isRememberedOn(): boolean {
  try {
    return localStorage.getItem(rememberedAs) !== 'off'
  } catch {
    return true
  }
}

function rememberOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(rememberedAs)
    else localStorage.setItem(rememberedAs, 'off')
  } catch {
    // Storage is blocked: the choice applies to this page only.
  }
}
