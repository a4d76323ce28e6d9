import path from 'node:path'
import { z } from 'zod'

const Env = z.object({
  PRODUCT_API_PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  PRODUCT_API_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'it must look like postgres://user@host:5432/name' })
    .optional(),
  PRODUCT_NAME: z.string().max(60).default('Bytewise'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  CONTACT_EMAIL: z.email().default('hello@bytewise.example'),
  ADMIN_EMAIL: z.email().default('admin@bytewise.example'),
  ADMIN_PASSWORD: z.string().min(8, 'it needs at least 8 characters').max(200).optional(),
  SEED: z.enum(['on', 'off']).default('on'),
  SEARCH_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(240),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type ApiEnv = z.output<typeof Env>

/**
 * The settings of the product API. An empty value counts as not set.
 * @throws Error with one sentence naming the setting that is wrong.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): ApiEnv {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Env.safeParse(set)
  if (parsed.success) return { ...parsed.data, DATA_DIR: path.resolve(parsed.data.DATA_DIR) }
  const [fault] = parsed.error.issues
  throw new Error(`The setting ${fault?.path.join('.')} is wrong: ${fault?.message}`)
}
