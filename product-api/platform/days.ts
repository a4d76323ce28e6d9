export const dayMs = 24 * 60 * 60 * 1000

/** A day in UTC, e.g. `2026-11-26`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function dayBefore(at: Date, days: number): string {
  return dayOf(new Date(at.getTime() - days * dayMs))
}
