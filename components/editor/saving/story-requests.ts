import type { WorkingCopy, Written } from '#contract/story-writing.ts'
import { callBff } from '#lib/browser/call-bff.ts'
import type { CallFailure } from '#lib/browser/call-failure.ts'
import type { SaveEffect } from '#lib/saving/events.ts'
import type { Refusal, Theirs } from '#lib/saving/save-state.ts'
import type { StoryText } from '#lib/saving/story-text.ts'

type Send = Extract<SaveEffect, { type: 'send' }>

const timeoutMs = 30_000
/** Browsers allow 64 KB to a page that goes away, of all its requests. */
const lastChanceBytes = 60_000

/** @throws CallFailure */
export async function sendStory({ target, text, kind, wish, isLastChance }: Send): Promise<Written> {
  const fields = { ...fieldsOf(text), ...wish?.extra, isDraft: kind !== 'publish' }
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
export async function askForStory(id: string): Promise<WorkingCopy> {
  const { body } = await callBff('GET /contents/:id/working-copy', { params: { id }, timeoutMs })
  return body
}

export function refusalOf({ status, message, code, fields, retryAfterSeconds, current }: CallFailure): Refusal {
  const now = isStory(current) ? current : undefined
  return { status, sentence: message, code, fields, retryAfterSeconds, current: now }
}

/** Another product API may refuse a stale version without saying what it has. */
function isStory(current: unknown): current is Theirs {
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
