import { type CallInput, callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { solveChallenge } from './solve-challenge.ts'

type Wanted = CallInput<'POST /newsletters/subscribe'>['body']

/**
 * Subscribes, with this browser's time zone. If many have come from this network, the server wants a proof of work
 * first, which takes a moment; `onWait` is told. @returns the server's message.
 * @throws CallFailure.
 */
export async function sendSubscription(wanted: Wanted, onWait = () => {}): Promise<string> {
  const body = { ...wanted, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  try {
    return await send(body)
  } catch (fault) {
    // Without https a browser has no hash functions; then the server's sentence is all there is.
    const isSolvable = fault instanceof CallFailure && fault.code === 'challenge_needed' && globalThis.crypto?.subtle
    if (!isSolvable) throw fault
    onWait()
    const altcha = await solveChallenge((await callBff('GET /newsletters/challenge')).body)
    if (altcha === undefined) throw fault
    return send({ ...body, altcha })
  }
}

/** A reader who leaves the page at once has pressed the button: the call goes on. */
async function send(body: Wanted): Promise<string> {
  return (await callBff('POST /newsletters/subscribe', { body, keepalive: true })).body.message
}
