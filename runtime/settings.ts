import { z } from 'zod'

/** A whole number as a setting. Only digits are accepted: other notations of a number are typos. */
export function wholeNumber(least: number, most: number) {
  const sentence = `it must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,15}$/, sentence)
    .transform(Number)
    .refine((value) => value >= least && value <= most, sentence)
}

/** The origin of a site: scheme, host and perhaps a port, without a path. */
export function siteAddress(example: string) {
  return httpAddress(`it must look like ${example}, without a path`, ({ pathname }) =>
    /^\/*$/.test(pathname),
  ).transform((url) => new URL(url).origin)
}

/** The base address of an API, which may have a path. */
export function baseAddress(example: string) {
  return httpAddress(`it must look like ${example}`, () => true).transform((url) => url.replace(/\/+$/, ''))
}

function httpAddress(sentence: string, isRight: (url: URL) => boolean) {
  return z.url({ protocol: /^https?$/, hostname: /./, error: sentence, abort: true }).refine((text) => {
    const url = new URL(text)
    return isRight(url) && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  }, sentence)
}

/** Addresses of the site elsewhere, separated by commas. */
export const socialLinks = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((url) => url.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.url({ protocol: /^https?$/, error: 'they must look like https://example.com/us' })))

/**
 * Parses a program's settings by its schema; an empty value counts as not set.
 * @throws Error with one sentence naming the setting that is wrong.
 */
export function readSettings<T extends z.ZodType>(schema: T, source: Record<string, string | undefined>): z.output<T> {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  const [fault] = parsed.error.issues
  throw new Error(`The setting ${String(fault?.path[0])} is wrong: ${fault?.message}`)
}
