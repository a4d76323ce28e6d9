import { act, renderHook } from '@testing-library/react'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { useSwitch } from './use-switch.ts'

/** A switch whose server answers when the test says so. */
function aSwitch() {
  const told: { isOn: boolean; answer: (failure?: Error) => Promise<void> }[] = []
  const shown: boolean[] = []
  const tell = (isOn: boolean) =>
    new Promise<void>((resolve, reject) => {
      told.push({ isOn, answer: (failure) => act(async () => (failure ? reject(failure) : resolve())) })
    })
  const { result } = renderHook(() => useSwitch(tell, (isOn) => shown.push(isOn)))
  const turn = (isOn: boolean) => act(async () => void result.current.turn(isOn))
  return { told, shown, turn, result, states: () => told.map(({ isOn }) => isOn) }
}

test('shows a press at once, and tells the server', async () => {
  const { turn, shown, states } = aSwitch()
  await turn(true)
  expect(shown).toEqual([true])
  expect(states()).toEqual([true])
})

test('tells one change at a time, and of several presses only the last', async () => {
  const { turn, told, states, shown } = aSwitch()
  await turn(true)
  await turn(false)
  await turn(true)
  await turn(false)
  expect(states()).toEqual([true])
  await told[0]?.answer()
  expect(states()).toEqual([true, false])
  await told[1]?.answer()
  expect(states()).toEqual([true, false])
  expect(shown.at(-1)).toBe(false)
})

test('takes a refused change back, and says why', async () => {
  const { turn, told, shown, result } = aSwitch()
  await turn(true)
  const failure = new CallFailure(0, 'The server doesn’t answer.')
  await told[0]?.answer(failure)
  expect(shown).toEqual([true, false])
  expect(result.current.failure).toBe(failure)
  await turn(true)
  expect(result.current.failure).toBeUndefined()
})

test('someone who leaves while the server is told of an earlier press has made the last one', async () => {
  const { turn, told, states } = aSwitch()
  await turn(true)
  await turn(false)
  dispatchEvent(new Event('pagehide'))
  expect(states()).toEqual([true, false])
  // No more often than once, although the page goes away again.
  dispatchEvent(new Event('pagehide'))
  expect(states()).toEqual([true, false])
  await told[1]?.answer(new Error('gone'))
})

test('someone who leaves when all has been said tells nothing more', async () => {
  const { turn, told, states } = aSwitch()
  await turn(true)
  dispatchEvent(new Event('pagehide'))
  await told[0]?.answer()
  dispatchEvent(new Event('pagehide'))
  expect(states()).toEqual([true])
})
