import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The key of an email's signature (RFC 6376), and where receivers find its public half. */
export type Dkim = { domainName: string; keySelector: string; privateKey: string }

type Settings = {
  DKIM_DOMAIN?: string | undefined
  DKIM_SELECTOR?: string | undefined
  DKIM_PRIVATE_KEY?: string | undefined
}

/** @throws Error with one sentence if only some are set, or if the key is invalid. */
export function readDkim(settings: Settings): Dkim | undefined {
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY: key } = settings
  if (!domainName && !keySelector && !key) return undefined
  if (!domainName || !keySelector || !key) {
    const missing = (['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const).filter((name) => !settings[name])
    const sentence = 'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY belong together'
    throw new Error(`The setting ${missing[0]} is wrong: ${sentence}`)
  }
  return { domainName, keySelector, privateKey: readKey(key) }
}

/** The setting is the key itself, with `\n` for line ends if it is on one line, or the path of a file with the key. */
function readKey(key: string): string {
  try {
    const privateKey = key.includes('-----BEGIN') ? key.replaceAll('\\n', '\n') : readFileSync(key, 'utf8')
    createPrivateKey(privateKey)
    return privateKey
  } catch (cause) {
    const sentence = 'it must be a private key in PEM, or the path of a file with one'
    throw new Error(`The setting DKIM_PRIVATE_KEY is wrong: ${sentence}`, { cause })
  }
}
