import { availableMb } from '#runtime/available-memory.ts'
import { hasRoomForVoice, heapFlags, pageCacheMb, warnOfMemory } from './memory.ts'

const heapOf = (flags: string[]) => Number(flags.join(' ').match(/--max-old-space-size=(\d+)/)?.[1])

test('all heaps together fit into the memory, with everything outside of them', () => {
  for (const mb of [700, 1024, 4096]) {
    const { renderer, api } = heapFlags(mb, 'embedded', 1)
    expect(heapOf(renderer) + heapOf(api)).toBeLessThanOrEqual(mb - 340)
  }
  const { renderer, api } = heapFlags(512, 'native', 1)
  expect(heapOf(renderer) + heapOf(api)).toBeLessThanOrEqual(512 - 240)
  const four = heapFlags(4096, 'native', 4)
  expect(4 * heapOf(four.renderer) + heapOf(four.api)).toBeLessThanOrEqual(4096 - 240)
})

test('a heap is never too small to start with, nor larger than is of use', () => {
  expect(heapOf(heapFlags(256, 'embedded', 1).renderer)).toBe(128)
  expect(heapOf(heapFlags(64 * 1024, 'native', 4).renderer)).toBe(4096)
})

test('stories are read aloud where pages have enough memory beside it', () => {
  expect([512, 700, 1_024].map((mb) => hasRoomForVoice(mb, 'native'))).toEqual([false, false, true])
  expect([700, 1_024].map((mb) => hasRoomForVoice(mb, 'embedded'))).toEqual([false, true])
})

test('a small machine keeps fewer pages', () => {
  expect([512, 1_024, 8_192].map(pageCacheMb)).toEqual([32, 64, 64])
})

test('warns on a machine with too little memory, with the needed amount', () => {
  expect(warnOfMemory(400, 'embedded')).toMatch(/has 400 MB of memory; the embedded database needs 700\..*DATABASE_URL/)
  expect(warnOfMemory(512, 'native')).toBeUndefined()
  expect(warnOfMemory(256, 'native')).toMatch(/needs 512/)
})

test('the memory of this machine or its container is known', () => {
  expect(availableMb()).toBeGreaterThan(100)
  expect(availableMb()).toBeLessThan(100 * 1024 ** 2)
})
