import { type CallInput, callBff } from '#lib/browser/call-bff.ts'
import { sendWithSolution } from '#lib/browser/send-with-solution.ts'

type Wanted = CallInput<'POST /newsletters/subscribe'>['body']

/**
 * Subscribes, with this browser's time zone. If many have come from this network, the server wants a proof of work
 * first; `onWait` is called then. @returns the server's message.
 * @throws CallFailure.
 */
export function sendSubscription(wanted: Wanted, onWait = () => {}): Promise<string> {
  const body = { ...wanted, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  // With keepalive, because a reader may leave the page right after pressing the button.
  return sendWithSolution(async (altcha) => {
    const given = { ...body, ...(altcha !== undefined && { altcha }) }
    return (await callBff('POST /newsletters/subscribe', { body: given, keepalive: true })).body.message
  }, onWait)
}
