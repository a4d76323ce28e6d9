import { z } from 'zod'
import { baseAddress, readSettings, siteAddress, socialLinks, wholeNumber } from '#runtime/settings.ts'
import { sharedCacheSetting, tagHeaders } from '#runtime/shared-cache.ts'

const onOrOff = z
  .enum(['on', 'off'])
  .default('off')
  .transform((value) => value === 'on')

const Env = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: siteAddress('https://example.com').optional(),
  PRODUCT_API_URL: baseAddress('http://127.0.0.1:4000').default('http://127.0.0.1:4000'),
  /** `npm start` says so of the product API that it has started itself, in production (decision 039). Not for operators. */
  PRODUCT_API_IS_OWN: onOrOff,
  PRODUCT_NAME: z.string().min(1).max(60).default('Bytewise'),
  CONTACT_EMAIL: z.email().default('hello@bytewise.example'),
  SOCIAL_LINKS: socialLinks.default([]),
  TRUST_PROXY: onOrOff,
  /** Encrypts the session cookie; `npm start` makes one if none is set. */
  NEXTAUTH_SECRET: z.string().min(16, 'it needs at least 16 characters').optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: baseAddress('https://accounts.google.com').default('https://accounts.google.com'),
  /** How many processes render pages; `lib/web-server/renderer-count.ts` has the default. */
  WEB_RENDERERS: wholeNumber(1, 64).optional(),
  /** `npm start` gives Node's flags for them. Not for operators. */
  RENDERER_FLAGS: z
    .string()
    .default('')
    .transform((flags) => flags.split(' ').filter(Boolean)),
  PAGE_CACHE_MB: wholeNumber(0, 65_536).default(64),
  SHARED_CACHE: sharedCacheSetting.optional(),
  SHARED_CACHE_SECONDS: wholeNumber(0, 31_536_000).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export const webSettingNames = Object.keys(Env.shape)

export type WebEnv = z.output<typeof Env> & { PUBLIC_URL: string }

/**
 * The web's settings. An empty value counts as not set.
 * @throws Error with one sentence naming the setting that is wrong.
 */
export function readWebEnv(source: Record<string, string | undefined> = process.env): WebEnv {
  const env = readSettings(Env, source)
  return { ...env, PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}` }
}

const dayS = 86_400

/** How long a shared cache in front may keep pages, and where it looks for their tags; undefined if there is none. */
export function sharedCacheOf({ SHARED_CACHE: cache, SHARED_CACHE_SECONDS: seconds = cache ? dayS : 0 }: WebEnv) {
  return seconds > 0 ? { seconds, tags: tagHeaders[cache?.kind ?? 'cloudflare'] } : undefined
}

let read: WebEnv | undefined

/** The settings, read once a process. */
export function webEnv(): WebEnv {
  read ??= readWebEnv()
  return read
}

/** Whether signing in with Google is set up; its button says so if it is not. */
export function isGoogleConfigured(): boolean {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = webEnv()
  return Boolean(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET)
}
