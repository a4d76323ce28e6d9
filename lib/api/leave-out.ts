import type { z } from 'zod'
import { apiLog } from './log.ts'

/** Says in the log that something the product API answered is not shown. */
export function logLeftOut(what: string, why: unknown): void {
  apiLog().warn({ what, why }, 'the product API answered something that cannot be shown: it is left out')
}

/**
 * The answer without the list entries that these faults are in; undefined if a fault lies outside of any list. `body`
 * is changed.
 */
export function withoutUnreadable(body: unknown, faults: readonly z.core.$ZodIssue[]): unknown {
  const entries = new Map<unknown[], Set<number>>()
  for (const { path } of faults) {
    const place = path.findIndex((step) => typeof step === 'number')
    const list = path.slice(0, place).reduce<unknown>((within, step) => Reflect.get(Object(within), step), body)
    if (place < 0 || !Array.isArray(list)) return undefined
    entries.set(list, (entries.get(list) ?? new Set()).add(Number(path[place])))
  }
  for (const [list, unreadable] of entries) {
    const readable = list.filter((_, index) => !unreadable.has(index))
    list.splice(0, list.length, ...readable)
  }
  return body
}
