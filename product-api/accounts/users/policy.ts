import type { Actor } from '#platform/context.ts'

type Person = { id: string; showEmail: boolean }

/** An email is its owner's and administrators'; others see it if the owner shows it. */
export function canSeeEmail(actor: Actor | undefined, person: Person): boolean {
  return person.showEmail || actor?.role === 'admin' || actor?.id === person.id
}
