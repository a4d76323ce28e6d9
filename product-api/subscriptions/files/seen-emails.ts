import { createHash } from 'node:crypto'

const firstSize = 1 << 12

/**
 * Which addresses were there before, in 16 bytes for each (a Set of texts takes a hundred): by 64 bits of their hash,
 * so that among a million of them the chance of taking one for another is one in forty million.
 */
export class SeenEmails {
  private places = new BigUint64Array(firstSize)
  private count = 0

  /** @returns whether it was not there yet, in whatever case it is written. */
  add(email: string): boolean {
    if (this.count * 2 > this.places.length) this.grow()
    const isNew = insert(this.places, hashOf(email))
    if (isNew) this.count++
    return isNew
  }

  private grow(): void {
    const larger = new BigUint64Array(this.places.length * 2)
    for (const hash of this.places) if (hash !== 0n) insert(larger, hash)
    this.places = larger
  }
}

/** Into the first free place behind its own. */
function insert(places: BigUint64Array, hash: bigint): boolean {
  const mask = places.length - 1
  for (let place = Number(hash & BigInt(mask)); ; place = (place + 1) & mask) {
    if (places[place] === hash) return false
    if (places[place] !== 0n) continue
    places[place] = hash
    return true
  }
}

/** Never zero, which means a free place. */
function hashOf(email: string): bigint {
  return createHash('sha1').update(email.toLowerCase()).digest().readBigUInt64LE() || 1n
}
