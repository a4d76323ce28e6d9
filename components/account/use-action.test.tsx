import { act, renderHook } from '@testing-library/react'
import { CallFailure } from '#lib/browser/call-failure.ts'
import { useAction } from './use-action.ts'

type Options = Parameters<typeof useAction>[0]

/** A hook whose actions end when the test says so; `begun` are their names in order. */
function watch(options?: Options) {
  const begun: string[] = []
  const ends = new Map<string, (failure?: CallFailure) => void>()
  const { result } = renderHook(() => useAction(options))
  const run = (name: string) =>
    act(async () => {
      void result.current.run(name, () => {
        begun.push(name)
        return new Promise((resolve, reject) => ends.set(name, (failure) => (failure ? reject(failure) : resolve())))
      })
    })
  const end = (name: string, failure?: CallFailure) => act(async () => ends.get(name)?.(failure))
  return { begun, run, end, hook: () => result.current }
}

test('one thing at a time: an action requested meanwhile is dropped', async () => {
  const { begun, run, end, hook } = watch()
  await run('delete')
  await run('delete')
  await run('duplicate')
  expect(hook().busy).toBe('delete')
  await end('delete')
  expect(begun).toEqual(['delete'])
  expect(hook().busy).toBeUndefined()
  await run('duplicate')
  expect(begun).toEqual(['delete', 'duplicate'])
})

test('in turn: an action requested meanwhile runs afterwards, each once', async () => {
  const { begun, run, end, hook } = watch({ inTurn: true })
  await run('one')
  await run('two')
  await run('two')
  expect(begun).toEqual(['one'])
  expect([hook().busy, hook().isAsked('two'), hook().isAsked('three')]).toEqual(['one', true, false])
  await end('one')
  expect([begun, hook().busy]).toEqual([['one', 'two'], 'two'])
  await end('two')
  expect(hook().isAsked('two')).toBe(false)
  await run('two')
  expect(begun).toEqual(['one', 'two', 'two'])
})

test('a failed one holds up no other, and its message stays until the next action', async () => {
  const { begun, run, end, hook } = watch({ inTurn: true })
  await run('one')
  await run('two')
  await end('one', new CallFailure(409, 'It is your only way in.'))
  await end('two')
  expect([begun, hook().message]).toEqual([['one', 'two'], 'It is your only way in.'])
  await run('three')
  expect(hook().message).toBeUndefined()
  await end('three')
})
