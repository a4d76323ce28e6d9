const dayMs = 24 * 60 * 60 * 1000

/** The day or the week (ISO 8601) of a digest, in UTC: `2026-11-23`, `2026-W48`. */
export function periodOf(frequency: 'daily' | 'weekly', now: Date): string {
  if (frequency === 'daily') return now.toISOString().slice(0, 10)
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  // A week belongs to the year that has its Thursday.
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7))
  const week = Math.ceil(((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / dayMs + 1) / 7)
  return `${day.getUTCFullYear()}-W${String(week).padStart(2, '0')}`
}

export function periodMs(frequency: 'daily' | 'weekly'): number {
  return frequency === 'daily' ? dayMs : 7 * dayMs
}
