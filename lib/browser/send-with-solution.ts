import type { Challenge } from '#contract/subscription-schemas.ts'
import { callBff } from './call-bff.ts'
import { CallFailure } from './call-failure.ts'

/**
 * Sends something for which the server may want a proof of work first, which takes a moment; `onWait` is called then, and
 * it is sent again with the solution. @throws CallFailure.
 */
export async function sendWithSolution<T>(send: (altcha?: string) => Promise<T>, onWait = () => {}): Promise<T> {
  try {
    return await send()
  } catch (fault) {
    // Without https a browser has no hash functions, so the server's message is shown.
    const isSolvable = fault instanceof CallFailure && fault.code === 'challenge_needed' && globalThis.crypto?.subtle
    if (!isSolvable) throw fault
    onWait()
    const altcha = await solveChallenge((await callBff('GET /newsletters/challenge')).body)
    if (altcha === undefined) throw fault
    return send(altcha)
  }
}

// This many hashes run concurrently; between two slices the page can do other things.
const slice = 500

/** Finds the number that a challenge asks for, as the value of `altcha`; undefined if there is none. */
async function solveChallenge({ maxnumber, ...challenge }: Challenge): Promise<string | undefined> {
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
