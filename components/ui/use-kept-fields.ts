import { type RefObject, useEffect } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps what is typed into a form over a reload of the page, which browsers do not promise.
 * Never a password, and nothing once the form is done; a page that is opened again begins empty.
 */
export function useKeptFields(
  form: RefObject<HTMLFormElement | null>,
  name: string | undefined,
  isDone: RefObject<boolean>,
): void {
  useEffect(() => {
    if (!name) return
    const fields = () => [...(form.current?.querySelectorAll<Typed>('input[data-field], textarea[data-field]') ?? [])]
    const kept = takeKept(name)
    for (const field of fields()) {
      const value = kept[field.name]
      if (value !== undefined && isKeepable(field) && field.value === field.defaultValue) field.value = value
    }
    const keep = () => {
      if (isDone.current) return
      const typed = fields().filter((field) => isKeepable(field) && field.value !== field.defaultValue)
      if (typed.length === 0) return
      try {
        const values = Object.fromEntries(typed.map((field) => [field.name, field.value]))
        sessionStorage.setItem(`typed:${name}`, JSON.stringify(values))
      } catch {
        // Storage is blocked or full: the fields begin empty.
      }
    }
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [form, name, isDone])
}

function isKeepable({ type, autocomplete }: Typed): boolean {
  return type !== 'password' && !autocomplete.includes('password')
}

/** The kept fields, once; only for a page that is reloaded. */
function takeKept(name: string): Record<string, string> {
  try {
    const kept = sessionStorage.getItem(`typed:${name}`)
    sessionStorage.removeItem(`typed:${name}`)
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return kept && opened?.type === 'reload' ? (JSON.parse(kept) as Record<string, string>) : {}
  } catch {
    return {}
  }
}
