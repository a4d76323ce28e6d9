import { z } from 'zod'

const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PRODUCT_API_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:4000'),
  PRODUCT_NAME: z.string().min(1).max(60).default('Bytewise'),
  CONTACT_EMAIL: z.email().default('hello@bytewise.example'),
  SOCIAL_LINKS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((url) => url.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.url({ protocol: /^https?$/ }))),
  TRUST_PROXY: z
    .enum(['on', 'off'])
    .default('off')
    .transform((value) => value === 'on'),
  /** Encrypts the session cookie; `npm start` makes one where none is set. */
  NEXTAUTH_SECRET: z.string().min(16, 'it needs at least 16 characters').optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(65536).default(64),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type WebEnv = z.output<typeof Env> & { PUBLIC_URL: string }

/**
 * The web's settings. An empty value counts as not set.
 * @throws Error with one sentence naming the setting that is wrong.
 */
export function readWebEnv(source: Record<string, string | undefined> = process.env): WebEnv {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Env.safeParse(set)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new Error(`The setting ${issue?.path.join('.')} is wrong: ${issue?.message}`)
  }
  const env = parsed.data
  return { ...env, PUBLIC_URL: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '') }
}

let read: WebEnv | undefined

/** The settings, read once a process. */
export function webEnv(): WebEnv {
  read ??= readWebEnv()
  return read
}
