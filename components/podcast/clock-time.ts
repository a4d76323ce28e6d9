import { countOf } from '#components/ui/count-of.ts'

/** A time in a file of sound: `65` seconds → `1:05`, an hour and more → `1:00:05`. */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** The same for a screen reader: `1 minute 5 seconds`. */
export function spokenTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds) % 60]
  const parts = [minutes > 0 && countOf(minutes, 'minute'), (rest > 0 || minutes === 0) && countOf(rest, 'second')]
  return parts.filter(Boolean).join(' ')
}
