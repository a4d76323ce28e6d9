import { countOf } from '#components/ui/count-of.ts'
import { timeInWords } from '#components/ui/format-date-time.ts'
import type { CallBody } from '#lib/browser/call-bff.ts'

export type Audience = CallBody<'GET /newsletters/audience'>

type Publishing = {
  isPublic: boolean
  /** When it is published by itself. */
  at: Date | undefined
  /** The people who get it by email; undefined if it is not to be emailed. */
  audience: Audience | undefined
}

/** Names what the button of the sheet does, e.g. `Publish and email 214 people`. */
export function publishLabel({ isPublic, at, audience }: Publishing): string {
  const verb = isPublic ? 'Update' : 'Publish'
  if (at) return `${verb} on ${timeInWords(at)}`
  return audience && isEmailed(audience) ? `${verb} and email ${peopleOf(audience)}` : verb
}

/** Whether publishing now sends any email. */
export function isEmailed({ sent_at, reach, count }: Audience): boolean {
  return sent_at === null && reach !== 'nobody' && count > 0
}

/** The words of the checkbox, e.g. `Email it to 12 followers`. */
export function emailLabel(audience: Audience | undefined): string {
  if (!audience || !isEmailed(audience)) return 'Email it'
  const { reach, count, isExact } = audience
  const followers = `${isExact ? '' : 'up to '}${countOf(count, 'follower')}`
  return `Email it to ${reach === 'followers' ? followers : peopleOf(audience)}`
}

/** E.g. `1 person`, `214 people`, `up to 12,000 people`. */
export function peopleOf({ count, isExact }: Pick<Audience, 'count' | 'isExact'>): string {
  return `${isExact ? '' : 'up to '}${countOf(count, 'person', 'people')}`
}

/** Written as a `datetime-local` field has it, in the time zone of the device. */
export function fieldTime(at: Date): string {
  const [date, time] = [
    [at.getFullYear(), at.getMonth() + 1, at.getDate()],
    [at.getHours(), at.getMinutes()],
  ].map((parts) => parts.map((part) => String(part).padStart(2, '0')))
  return `${date?.join('-')}T${time?.join(':')}`
}

/** The time that is offered first: eight o’clock tomorrow. */
export function tomorrowMorning(now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8)
}
