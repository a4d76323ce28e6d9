import { act, renderHook } from '@testing-library/react'
import { useSilence } from './use-podcast-jobs.ts'

const start = Date.parse('2026-11-23T09:00:00Z')
const minute = 60_000

beforeEach(() => jest.useFakeTimers({ now: start }))
afterEach(() => jest.useRealTimers())

const watch = (changedAt: number, isUnderWay = true) =>
  renderHook((props: [string, boolean]) => useSilence(...props), {
    initialProps: [new Date(changedAt).toISOString(), isUnderWay],
  })

test('a job turns silent three minutes after its last word, without another answer', () => {
  const { result } = watch(start)
  act(() => jest.advanceTimersByTime(3 * minute - 1))
  expect(result.current).toBe(false)
  act(() => jest.advanceTimersByTime(1))
  expect(result.current).toBe(true)
})

test('a word in between begins the three minutes again', () => {
  const { result, rerender } = watch(start)
  act(() => jest.advanceTimersByTime(2 * minute))
  rerender([new Date(start + 2 * minute).toISOString(), true])
  act(() => jest.advanceTimersByTime(2 * minute))
  expect(result.current).toBe(false)
  act(() => jest.advanceTimersByTime(minute))
  expect(result.current).toBe(true)
})

test('a job that was silent before the page was opened is silent immediately, and an ended one never is', () => {
  expect(watch(start - 4 * minute).result.current).toBe(true)
  const ended = watch(start - 4 * minute, false)
  act(() => jest.advanceTimersByTime(4 * minute))
  expect(ended.result.current).toBe(false)
})
