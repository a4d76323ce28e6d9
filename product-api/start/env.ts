import path from 'node:path'
import { z } from 'zod'
import { keyForm } from '#archive/encryption.ts'
import { readS3 } from '#files/open-storage.ts'
import { readCertificateFiles } from '#newsletters/bounce-certificate.ts'
import { bounceLocalPartMost } from '#newsletters/return-path.ts'
import { readDomainLimits, readWarmUp } from '#newsletters/settings.ts'
import { readServers } from '#platform/db/servers.ts'
import { readTrustedProxies } from '#platform/http/trusted-proxies.ts'
import { parseSender } from '#platform/mail/address.ts'
import { readDkim } from '#platform/mail/dkim.ts'
import { baseAddress, readSettings, siteAddress, socialLinks, wholeNumber } from '#runtime/settings.ts'
import { sharedCacheSetting } from '#runtime/shared-cache.ts'

const matching = (form: RegExp, sentence: string) => z.string().regex(form, sentence)
const databaseAddress = z
  .string()
  .refine(
    (text) => readServers(text) !== undefined,
    'it must look like postgres://user@host:5432/name, or postgres://user@one:5432,two:5432/name for the one that takes writes',
  )
const secret = (least: number) => z.string().min(least, `it needs at least ${least} characters`).max(200)

const Env = z.object({
  PRODUCT_API_PORT: wholeNumber(0, 65_535).default(4000),
  PRODUCT_API_HOST: z.string().default('127.0.0.1'),
  WEB_ADDRESSES: z.string().default(''),
  /** `none`: no process runs any; for a look at a restored store, which must send nothing. */
  WORKER: z.enum(['on', 'off', 'none']).default('on'),
  WORKER_PORT: wholeNumber(0, 65_535).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  SHARED_CACHE: sharedCacheSetting.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, hostname: /./, error: 'it must look like redis://host:6379' }).optional(),
  PRODUCT_NAME: z.string().max(60).optional(),
  PUBLIC_URL: siteAddress('https://example.com').default('http://localhost:3000'),
  CONTACT_EMAIL: z.email().optional(),
  SOCIAL_LINKS: socialLinks.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'it must look like smtp://user:password@host:587' })
    .optional(),
  SMTP_CONNECTIONS: wholeNumber(1, 100).default(4),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => parseSender(text) !== undefined,
      'it must be an address, or a name and one: Name <me@example.com>',
    )
    .optional(),
  BOUNCE_ADDRESS: z
    .email('it must be an address that can take bounces: bounces@mail.example.com')
    .refine(
      (address) => address.lastIndexOf('@') <= bounceLocalPartMost,
      `it has at most ${bounceLocalPartMost} characters before the @`,
    )
    .optional(),
  BOUNCE_SMTP_PORT: wholeNumber(0, 65_535).optional(),
  BOUNCE_SMTP_HOST: z.string().default('127.0.0.1'),
  BOUNCE_SMTP_CERT: z.string().optional(),
  BOUNCE_SMTP_KEY: z.string().optional(),
  BOUNCE_WEBHOOK_SECRET: secret(16).optional(),
  NEWSLETTER_SEND_CODE: secret(8).optional(),
  NEWSLETTER_CONNECTIONS: wholeNumber(1, 100).default(10),
  NEWSLETTER_LEASE_SECONDS: wholeNumber(2, 3_600).default(120),
  NEWSLETTER_UNCERTAIN: z.enum(['resend', 'leave']).default('resend'),
  NEWSLETTER_PER_SECOND: wholeNumber(0, 100_000).default(0),
  NEWSLETTER_PER_DOMAIN: z
    .string()
    .transform(readDomainLimits)
    .refine((limits) => limits !== undefined, 'it must look like gmail.com=20,*=50 (emails a second)')
    .default(new Map()),
  NEWSLETTER_WARM_UP: z
    .string()
    .transform(readWarmUp)
    .refine((days) => days !== undefined, 'it must be numbers of emails, separated by commas: 50,100,500')
    .default([]),
  OPENAI_BASE_URL: baseAddress('https://api.openai.com/v1').optional(),
  // It is sent in a header, so no other characters are possible.
  OPENAI_API_KEY: matching(/^[\x21-\x7e]{1,1000}$/, 'it must be visible ASCII characters without spaces').optional(),
  OPENAI_MODEL: matching(/^\S.{0,199}$/, 'it must be the name of a model').optional(),
  ADD_BOOK_CODE: z
    .string()
    .trim()
    .min(8, 'it needs at least 8 characters')
    .max(200)
    .regex(/^[^|]*$/, 'it may have no |, which divides what is typed')
    .optional(),
  DIGEST_HOUR: wholeNumber(0, 23).default(7),
  WELCOME_MAIL: z.enum(['on', 'off']).default('on'),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
  S3_ENDPOINT: baseAddress('https://s3.eu-central-1.amazonaws.com').optional(),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'it must be the name of a bucket').optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  // Used by the web only; known here, so that one file can configure both programs.
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: baseAddress('https://accounts.google.com').default('https://accounts.google.com'),
  ADMIN_EMAIL: z.email().default('admin@bytewise.example'),
  ADMIN_PASSWORD: secret(8).optional(),
  SPEECH_MODEL: z.string().max(200).optional(),
  SPEECH_VOICE: z.string().max(200).default('alloy'),
  NARRATE_STORIES: z.enum(['on', 'off']).optional(),
  SEED: z.enum(['on', 'off']).default('on'),
  BACKUP_TO: z.string().optional(),
  BACKUP_CHECK: z.enum(['week', 'off']).default('week'),
  BACKUP_KEY: matching(keyForm, 'it must be the key that a backup has shown: 43 letters, digits, - and _').optional(),
  SEARCH_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(240),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export const apiSettingNames = Object.keys(Env.shape)

/**
 * The settings of the product API. An empty value counts as not set.
 * @throws Error with one sentence naming the setting that is wrong.
 */
export function readEnv(source: Record<string, string | undefined> = process.env) {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY, ...rest } = readSettings(Env, source)
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, BOUNCE_SMTP_CERT, BOUNCE_SMTP_KEY, ...env } = rest
  if (env.WORKER === 'off' && !env.DATABASE_URL) {
    throw new Error(
      'The setting WORKER is wrong: the embedded database serves one process, so without DATABASE_URL it must be on',
    )
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new Error('The setting DATABASE_DIRECT_URL is wrong: it needs DATABASE_URL, the address of the pooler')
  }
  if (env.BOUNCE_SMTP_PORT !== undefined && !env.BOUNCE_ADDRESS) {
    throw new Error('The setting BOUNCE_SMTP_PORT is wrong: it needs BOUNCE_ADDRESS, the address it accepts email for')
  }
  return {
    ...env,
    WEB_ADDRESSES: readTrustedProxies(env.WEB_ADDRESSES),
    DATA_DIR: path.resolve(env.DATA_DIR),
    MAIL_FROM: parseSender(env.MAIL_FROM ?? ''),
    S3: readS3({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY }),
    // A service of others may charge for each story: nothing is spent unasked.
    NARRATE_STORIES: env.NARRATE_STORIES ?? (env.SPEECH_MODEL ? 'off' : 'on'),
    BOUNCE_CERTIFICATE: readCertificateFiles({ BOUNCE_SMTP_CERT, BOUNCE_SMTP_KEY }),
    DKIM: readDkim({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY }),
  }
}
export type ApiEnv = ReturnType<typeof readEnv>
