import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/db/client.ts'
import { sharedSecret } from '#platform/db/shared-secret.ts'

const shape = /^([\w-]{16})\.([\w-]{32})$/

type Feed = { feedId: string; version: number }

/** What opens a private feed: its id, and a signature that only this product can make. */
export async function feedKey(db: Db, feed: Feed): Promise<string> {
  return `${feed.feedId}.${await signatureOf(db, feed)}`
}

/** The id that a key names; whether the key is right is another question. */
export function feedIdOf(key: string): string | undefined {
  return shape.exec(key)?.[1]
}

export async function isKeyOf(db: Db, key: string, feed: Feed): Promise<boolean> {
  const given = Buffer.from(shape.exec(key)?.[2] ?? '')
  const right = Buffer.from(await signatureOf(db, feed))
  return given.length === right.length && timingSafeEqual(given, right)
}

async function signatureOf(db: Db, { feedId, version }: Feed): Promise<string> {
  const secret = await sharedSecret(db, 'reading-list-feeds')
  return createHmac('sha256', secret).update(`${feedId}.${version}`).digest('base64url').slice(0, 32)
}
