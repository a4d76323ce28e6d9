/** @jest-environment jsdom */
import { reportReading } from './report-reading.ts'

let seen: (entries: { isIntersecting: boolean }[]) => void
let beacons: unknown[]

beforeEach(() => {
  jest.useFakeTimers()
  beacons = []
  Object.assign(navigator, { sendBeacon: (url: string) => beacons.push(url) })
  Object.assign(performance, { getEntriesByType: () => [{ activationStart: 0 }] })
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(onSeen: typeof seen) {
        seen = onSeen
      }
      observe() {}
      disconnect() {}
    },
  })
  history.replaceState(null, '', '/article/lamps?from=feed')
  delete document.documentElement.dataset.session
  // 230 words take a minute, of which a quarter is fifteen seconds.
  document.body.innerHTML = `<article><div id="story"><p>${'word '.repeat(920)}</p></div><footer></footer></article>`
})
afterEach(() => jest.useRealTimers())

test('reports that a reader began, and that they finished after the end and a quarter of the reading time', () => {
  reportReading()
  expect(beacons).toEqual(['/reads/began/article/lamps'])
  seen([{ isIntersecting: false }])
  jest.advanceTimersByTime(61_000)
  expect(beacons).toHaveLength(1)
  seen([{ isIntersecting: true }])
  jest.advanceTimersByTime(2_000)
  expect(beacons).toEqual(['/reads/began/article/lamps', '/reads/finished/article/lamps'])
  jest.advanceTimersByTime(600_000)
  expect(beacons).toHaveLength(2)
})

test('does not report an end that is jumped to, until the time has passed', () => {
  reportReading()
  seen([{ isIntersecting: true }])
  jest.advanceTimersByTime(30_000)
  expect(beacons).toHaveLength(1)
  jest.advanceTimersByTime(31_000)
  expect(beacons).toHaveLength(2)
})

test('does not count the time while the page is hidden', () => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  reportReading()
  seen([{ isIntersecting: true }])
  jest.advanceTimersByTime(600_000)
  expect(beacons).toHaveLength(1)
  Object.defineProperty(document, 'hidden', { value: false, configurable: true })
  jest.advanceTimersByTime(61_000)
  expect(beacons).toHaveLength(2)
})

test('waits for the touch of a signed-in reader, whose scripts load without one', () => {
  document.documentElement.dataset.session = 'in'
  reportReading()
  expect(beacons).toEqual([])
  // Nor does anyone finish who has not begun.
  seen([{ isIntersecting: true }])
  jest.advanceTimersByTime(600_000)
  expect(beacons).toEqual([])
  dispatchEvent(new Event('scroll'))
  dispatchEvent(new Event('keydown'))
  expect(beacons).toEqual(['/reads/began/article/lamps'])
})

test('reports nothing on a page without a story', () => {
  document.body.innerHTML = '<main></main>'
  reportReading()
  jest.advanceTimersByTime(600_000)
  expect(beacons).toEqual([])
})
