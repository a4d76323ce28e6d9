import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { readWebEnv, type WebEnv } from '#lib/env.ts'
import { type ApiEnv, readEnv } from '#product-api/start/env.ts'

type StartSettings = {
  dataDir: string
  web: WebEnv
  /** The settings of our own product API; undefined if another one is used. */
  api: ApiEnv | undefined
  /** The address of the product API for the web. */
  productApiUrl: string
}

/**
 * The settings of everything that `npm start` runs, so that a wrong one is reported before anything is built or opened.
 * @throws Error with one sentence naming the setting that is wrong.
 */
export function readStartSettings(source: NodeJS.ProcessEnv = process.env): StartSettings {
  const web = readWebEnv(source)
  const dataDir = source.DATA_DIR || './data'
  if (source.PRODUCT_API_URL) {
    if (!web.NEXTAUTH_SECRET) {
      throw new Error(
        'The setting NEXTAUTH_SECRET is missing: with PRODUCT_API_URL there can be several web nodes, and all need the same one.',
      )
    }
    return { dataDir, web, api: undefined, productApiUrl: web.PRODUCT_API_URL }
  }
  const api = readEnv({ ...source, PUBLIC_URL: web.PUBLIC_URL })
  if (api.PRODUCT_API_PORT === 0) {
    throw new Error('The setting PRODUCT_API_PORT is wrong: the web must know the port, so it cannot be 0')
  }
  return { dataDir, web, api, productApiUrl: `http://${callable(api.PRODUCT_API_HOST)}:${api.PRODUCT_API_PORT}` }
}

/** The sentences about all settings that are wrong, each as if the ones before it were not set. */
export function findWrongSettings(source: NodeJS.ProcessEnv = process.env): string[] {
  const rest = { ...source }
  const sentences: string[] = []
  for (;;) {
    try {
      readStartSettings(rest)
      return sentences
    } catch (fault) {
      const { message } = fault as Error
      sentences.push(message)
      const [, name = ''] = /^The setting (\w+) is wrong/.exec(message) ?? []
      if (!rest[name]) return sentences
      delete rest[name]
    }
  }
}

/**
 * The settings of a program that works on the store itself.
 * @throws Error with one sentence naming the setting that is wrong.
 */
export function readStoreSettings(): { env: ApiEnv; publicUrl: string } {
  const { api, web } = readStartSettings()
  if (api) return { env: api, publicUrl: web.PUBLIC_URL }
  throw new Error('The store is not here: PRODUCT_API_URL names another product API, so run this where that one runs')
}

/** The host for calling a program that listens on `host`; for a wildcard address, the loopback address. */
function callable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (!isIPv6(host)) return host
  return /^[0:]+$/.test(host) ? '[::1]' : `[${host}]`
}

/** The secrets that are not configured: created on first use in the data folder, readable by its owner only. */
export function secrets(dataDir: string): { NEXTAUTH_SECRET: string } {
  if (process.env.NEXTAUTH_SECRET) return { NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET }
  const { NEXTAUTH_SECRET } = keptSecrets(dataDir)
  if (NEXTAUTH_SECRET) return { NEXTAUTH_SECRET }
  const made = { NEXTAUTH_SECRET: randomBytes(32).toString('base64url') }
  keepSecrets(dataDir, made)
  return made
}

/** The secrets that were made here, in the data folder. */
export function keptSecrets(dataDir: string): Record<string, string> {
  const file = secretsFile(dataDir)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${file} cannot be read: ${String(fault)}`)
  }
}

/** Keeps secrets in a data folder that has none yet. */
export function keepSecrets(dataDir: string, made: Record<string, string>): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(secretsFile(dataDir), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}

function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}
