import { z } from 'zod'

/** Field → its fault, one sentence each; `body` for a body that is missing or malformed. */
export type WrongFields = Record<string, string>

/**
 * Parses one part of a call's input by its schema; faults go into `wrong`. If a schema has no sentence of its own,
 * people get one anyway: zod's own messages are for programmers.
 */
export function parsePart(schema: z.ZodType | undefined, value: unknown, wrong: WrongFields): unknown {
  const parsed = schema?.safeParse(value, { error: sentenceFor })
  for (const issue of parsed?.error?.issues ?? []) wrong[issue.path.join('.') || 'body'] ??= issue.message
  return parsed?.data
}

/** The query of a list that comes page by page; `limit` is how many items a page has by default. */
export const pageQuery = ({ limit = 30 } = {}) => ({
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(limit),
})

/** All that is wrong in one text, each sentence once. */
export function inSentences(wrong: WrongFields): string {
  return [...new Set(Object.values(wrong))].join(' ')
}

function sentenceFor(issue: z.core.$ZodRawIssue): string {
  const name = issue.path?.join('.') || 'The body'
  if (issue.input === undefined || issue.input === '') return `${name} is missing.`
  if (issue.code === 'too_small' && issue.origin === 'number') return `${name} must be at least ${issue.minimum}.`
  if (issue.code === 'too_big' && issue.origin === 'number') return `${name} must be at most ${issue.maximum}.`
  if (issue.code === 'too_big' && issue.origin === 'string') return `${name} has at most ${issue.maximum} characters.`
  return `${name} is not valid.`
}

/** A typed text as one line: spaces are counted once, and signs that turn the text around them are left out. */
export function asOneLine(typed: string): string {
  return typed.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()
}

const quoted = /^(?:W\/)?"?(\d{1,9})"?$/

/** A body with the version from the If-Match header, if its call takes a version and the body names none. */
export function withIfMatch(schema: z.ZodType | undefined, ifMatch: string | null, body: unknown): unknown {
  const version = versionOfHeader(ifMatch)
  const takesVersion = schema instanceof z.ZodObject && 'version' in schema.shape
  if (version === undefined || !takesVersion || typeof body !== 'object' || body === null) return body
  return { version, ...body }
}

/**
 * The version that an If-Match header names (RFC 9110, section 13.1.1), as `"5"` or as `5`; undefined if it names none
 * in particular, NaN if it is not a version.
 */
function versionOfHeader(ifMatch: string | null): number | undefined {
  const given = ifMatch?.trim()
  if (!given || given === '*') return undefined
  return Number(quoted.exec(given)?.[1] ?? Number.NaN)
}
