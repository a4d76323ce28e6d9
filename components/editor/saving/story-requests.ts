import { askCurrentUser } from '#components/account/ask-current-user.ts'
import { userState } from '#components/account/user-data.ts'
import type { WorkingCopy, Written } from '#contract/story-writing.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { Effect, ServerVersion } from './save-state.ts'
import type { StoryText } from './story-text.ts'

const timeoutMs = 30_000
/** Browsers limit all keepalive requests of a closing page to 64 KB together. */
const lastChanceBytes = 60_000

/** @throws CallFailure */
export async function sendStory({ target, text, kind, command, isLastChance }: Effect<'send'>): Promise<Written> {
  const fields = { ...fieldsOf(text), ...command?.extra, isDraft: kind !== 'publish' }
  const options = { timeoutMs, keepalive: isLastChance && bytesOf(fields) < lastChanceBytes }
  if ('draftKey' in target) {
    const { body } = await callBff('POST /contents', { body: { ...fields, draft_key: target.draftKey }, ...options })
    return body
  }
  const { storyId: id, version } = target
  const { body } = await callBff('PUT /contents/:id', { params: { id }, body: { ...fields, version }, ...options })
  return body
}

/** @throws CallFailure */
export async function loadStory(id: string): Promise<WorkingCopy> {
  const { body } = await callBff('GET /contents/:id/working-copy', { params: { id }, timeoutMs })
  return body
}

/** Another product API may refuse a stale version without saying what it has. */
export function isStory(current: unknown): current is ServerVersion {
  return current instanceof Object && 'version' in current && 'content' in current
}

function fieldsOf({ category, story_image, canonical_url, ...text }: StoryText) {
  return {
    ...text,
    ...(category && { category }),
    story_image: story_image || null,
    canonical_url: canonical_url || null,
  }
}

function bytesOf(body: unknown): number {
  return new Blob([JSON.stringify(body)]).size
}

/** Another person who is signed in by now, as far as this browser knows without asking. */
export function otherSignedInUser(person: string): string | undefined {
  const known = userState().currentUser?.uuid
  return known === person ? undefined : known
}

/**
 * Whether a request would be sent as its writer, and who is signed in if not. The server is asked before a new story is
 * created, because the story would belong to whoever is signed in.
 * @throws CallFailure
 */
export async function checkSession(person: string, { target, isLastChance }: Effect<'send'>) {
  const stranger = otherSignedInUser(person)
  if (stranger !== undefined || !('draftKey' in target) || isLastChance)
    return { isTheirs: stranger === undefined, stranger }
  const uuid = (await askCurrentUser())?.uuid
  return { isTheirs: uuid === person, stranger: uuid }
}
