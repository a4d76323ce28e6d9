import type { Challenge } from '#contract/newsletters.ts'

// This many hashes run concurrently; between two slices the page can do other things.
const slice = 500

/** Finds the number that a challenge asks for, as the value of `altcha`; undefined if there is none. */
export async function solveChallenge({ maxnumber, ...challenge }: Challenge): Promise<string | undefined> {
  const encoder = new TextEncoder()
  const isWanted = matcher(challenge.challenge)
  for (let first = 0; first <= maxnumber; first += slice) {
    const numbers = Array.from({ length: slice }, (_, place) => first + place)
    const hashes = await Promise.all(
      numbers.map((number) => crypto.subtle.digest('SHA-256', encoder.encode(challenge.salt + number))),
    )
    const place = hashes.findIndex(isWanted)
    if (place >= 0) return btoa(JSON.stringify({ ...challenge, number: first + place }))
  }
  return undefined
}

/** Whether a hash is the one that is written so in hexadecimal digits. */
function matcher(digits: string): (hash: ArrayBuffer) => boolean {
  const wanted = Array.from({ length: digits.length / 2 }, (_, place) =>
    Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16),
  )
  return (hash) => {
    const bytes = new Uint8Array(hash)
    return wanted.every((byte, place) => bytes[place] === byte)
  }
}
