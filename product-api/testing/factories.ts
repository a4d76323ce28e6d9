import { addUser, type NewUser } from '#accounts/users.ts'
import type { Actor, SignedInContext } from '#platform/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { createStory, type StoryInput } from '#stories/create-story.ts'
import type { Written } from '#stories/load-story.ts'
import { addPublication } from '#stories/publications.ts'
import { api } from './api.ts'

let count = 0

/** A person with an account. */
export async function anAuthor(given: Partial<NewUser> = {}): Promise<Actor> {
  count++
  const person = { name: `Writer ${count}`, email: `writer-${count}@example.com`, role: 'user' as const, ...given }
  const { context } = api()
  const id = await transaction(context.db, (tx) => addUser(context, tx, person))
  return { id, name: person.name, email: person.email, role: person.role }
}

export function anAdmin(given: Partial<NewUser> = {}): Promise<Actor> {
  return anAuthor({ role: 'admin', ...given })
}

/** A person with a confirmed address. */
export async function aProvenPerson(given: Partial<NewUser> = {}): Promise<Actor> {
  return anAuthor({ emailProvenAt: new Date(), ...given })
}

/** A person whose stories may be emailed to the subscribers of their categories, one a day. */
export async function anApprovedAuthor(given: Partial<NewUser> = {}): Promise<Actor> {
  return aProvenPerson({ mailingApprovedAt: new Date(), ...given })
}

export async function aPublication(given: { by: Actor; name?: string; slug?: string }) {
  count++
  const { name = `Publication ${count}`, slug = `publication-${count}` } = given
  const { context } = api()
  const id = await transaction(context.db, (tx) => addPublication(context, tx, { name, slug, ownerId: given.by.id }))
  return { id, name, slug }
}

/** A published story, unless `isDraft` is set, that may be emailed to the subscribers of its category. */
export async function aStory({ by, ...given }: Partial<StoryInput> & { by?: Actor } = {}): Promise<Written> {
  count++
  return createStory(writing(by ?? (await anApprovedAuthor())), {
    title: `A story about lighthouses ${count}`,
    content: '<p>The lamp turns all night. Nobody on the island sleeps.</p>',
    category: 'fiction',
    isDraft: false,
    ...given,
  })
}

/** The context of a service that acts for a person. */
export function writing(actor: Actor): SignedInContext {
  return { ...api().context, actor }
}
