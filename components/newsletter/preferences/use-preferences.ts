import { useRef, useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import type { Frequency } from '#contract/frequencies.ts'
import type { Preferences } from '#contract/subscription-schemas.ts'
import { type CallInput, callBff } from '#lib/browser/call-bff.ts'
import type { FormAnswer } from '#lib/browser/form-answer.ts'

type Change = CallInput<'PUT /newsletters/preferences/:uuid'>['body']
/** The subscription that was just ended; without a name it is all of them. */
export type Ended = { uuid: string; about: string | undefined; canUndo: boolean }

/** The subscriptions of an address and all changes to them; `uuid` is that of the email's link. */
export function usePreferences(uuid: string, known: Preferences, answer?: FormAnswer) {
  const [shown, setShown] = useState(known)
  const [ended, setEnded] = useState<Ended>()
  const [said, setSaid] = useState(answer?.done ?? '')
  const kept = useRef(known)
  const changes = useRef(0)
  const action = useAction({ inTurn: true })

  function keep(answer: Preferences) {
    kept.current = answer
    setShown(answer)
  }

  /** Shows a choice immediately. Every choice is sent, also a repeated one while the first is under way. */
  function change(next: Preferences, body: Change) {
    const mine = ++changes.current
    setShown(next)
    setSaid('')
    return action.run(`change ${mine}`, async () => {
      try {
        kept.current = (await callBff('PUT /newsletters/preferences/:uuid', { params: { uuid }, body })).body
      } catch (fault) {
        setShown(kept.current)
        throw fault
      }
      if (mine !== changes.current) return
      setShown(kept.current)
      setSaid('Saved.')
    })
  }

  async function end(which: Ended, scope?: 'all') {
    setSaid('')
    await callBff('GET /newsletters/unsubscribe/:uuid', { params: { uuid: which.uuid }, query: { scope } })
    setEnded(which)
    keep((await callBff('GET /newsletters/preferences/:uuid', { params: { uuid } })).body)
  }

  return {
    shown,
    ended,
    said,
    failure: action.message ?? (said === '' ? answer?.failure?.message : undefined),
    isBusy: action.isAsked,
    setFrequency: (one: string, frequency: Frequency) =>
      change(
        { ...shown, subscriptions: shown.subscriptions.map((row) => (row.uuid === one ? { ...row, frequency } : row)) },
        { subscriptions: [{ uuid: one, frequency }] },
      ),
    setTimeZone: (time_zone: string) => change({ ...shown, time_zone }, { time_zone }),
    setPaused: (paused: boolean) => change(shown, { paused }),
    end: ({ uuid: one, about, confirmed }: Preferences['subscriptions'][number]) =>
      action.run(one, () => end({ uuid: one, about, canUndo: confirmed })),
    endAll: () =>
      action.run('all', () => {
        const first = shown.subscriptions.find(({ confirmed }) => confirmed) ?? shown.subscriptions[0]
        return end({ uuid: first?.uuid ?? uuid, about: undefined, canUndo: first?.confirmed ?? false }, 'all')
      }),
    undo: () =>
      action.run('undo', async () => {
        if (!ended) return
        keep((await callBff('POST /newsletters/preferences/:uuid/undo', { params: { uuid: ended.uuid } })).body)
        setEnded(undefined)
        setSaid('You are subscribed again.')
      }),
  }
}
