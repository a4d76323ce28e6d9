import { withApi } from '#testing/api.ts'
import { aFullStore, anEmptyStore, archive, differences, restore } from '#testing/archives.ts'
import { removeKeptFiles } from '#testing/uploads.ts'

// An embedded database serves one process only.
withApi()
afterAll(removeKeptFiles)

test('of two restores at once, one is refused', async () => {
  await aFullStore()
  const { file, manifest } = await archive()
  const store = await anEmptyStore()
  const ends = await Promise.allSettled([restore(file, store), restore(file, store)])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringMatching(/^The store is not empty/) },
  })
  expect(await differences(store, manifest)).toEqual([])
})
