import { isIPv6 } from 'node:net'
import { readWebEnv, type WebEnv } from '#lib/env.ts'
import { type ApiEnv, readEnv } from '#product-api/start/env.ts'

export type StartSettings = {
  dataDir: string
  web: WebEnv
  /** Of our own product API; undefined if another one is used. */
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

/** The host that reaches a program listening there: one that listens everywhere is asked at this machine's own. */
function callable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (!isIPv6(host)) return host
  return /^[0:]+$/.test(host) ? '[::1]' : `[${host}]`
}
