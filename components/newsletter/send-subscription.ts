import type { Challenge } from '#contract/subscription-schemas.ts'
import { type CallInput, callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'

type Wanted = CallInput<'POST /newsletters/subscribe'>['body']

/**
 * Subscribes, with this browser's time zone. If many have come from this network, the server wants a proof of work
 * first, which takes a moment; `onWait` is called then. @returns the server's message.
 * @throws CallFailure.
 */
export async function sendSubscription(wanted: Wanted, onWait = () => {}): Promise<string> {
  const body = { ...wanted, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  try {
    return await send(body)
  } catch (fault) {
    // Without https a browser has no hash functions, so the server's message is shown.
    const isSolvable = fault instanceof CallFailure && fault.code === 'challenge_needed' && globalThis.crypto?.subtle
    if (!isSolvable) throw fault
    onWait()
    const altcha = await solveChallenge((await callBff('GET /newsletters/challenge')).body)
    if (altcha === undefined) throw fault
    return send({ ...body, altcha })
  }
}

/** With keepalive, because a reader may leave the page right after pressing the button. */
async function send(body: Wanted): Promise<string> {
  return (await callBff('POST /newsletters/subscribe', { body, keepalive: true })).body.message
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
