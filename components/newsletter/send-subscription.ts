import { type CallInput, callBff } from '#lib/browser/call-bff.ts'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { solveChallenge } from './solve-challenge.ts'

type Wanted = CallInput<'POST /newsletters/subscribe'>['body']

/**
 * Subscribes, with this browser's time zone. Where many have come from this network it reckons for a moment first, as the
 * server wants it; `onWait` is told. @returns what the server says.
 * @throws CallFailure.
 */
export async function sendSubscription(wanted: Wanted, onWait = () => {}): Promise<string> {
  const body = { ...wanted, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  try {
    return await send(body)
  } catch (fault) {
    // Without https a browser has nothing to reckon with; then the server's sentence is all there is.
    const isSolvable = fault instanceof CallFailure && fault.code === 'challenge_needed' && globalThis.crypto?.subtle
    if (!isSolvable) throw fault
    onWait()
    const altcha = await solveChallenge((await callBff('GET /newsletters/challenge')).body)
    if (altcha === undefined) throw fault
    return send({ ...body, altcha })
  }
}

async function send(body: Wanted): Promise<string> {
  return (await callBff('POST /newsletters/subscribe', { body })).body.message
}
