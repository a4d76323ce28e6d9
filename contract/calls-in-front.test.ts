import { calls } from './calls.ts'
import { fileTimesMs, keptCalls, secretBeginnings } from './calls-in-front.ts'

test('kept calls are those of the table, and take their queries', () => {
  for (const { path, query = [] } of keptCalls) {
    const endpoint = calls.find(({ call }) => call === `GET ${path}`)
    expect([path, Object.keys(endpoint?.query?.shape ?? {})]).toEqual([path, query])
    expect([path, endpoint?.sameForAll]).toEqual([path, true])
  }
})

test('every secret path is known', () => {
  const secret = calls.filter(({ hasSecretPath }) => hasSecretPath).map(({ path }) => path.slice(0, path.indexOf(':')))
  expect(new Set(secretBeginnings)).toEqual(new Set(secret))
})

test('files have the time that the table gives them', () => {
  const times = calls.flatMap(({ path, takesFile }) => (takesFile ? [[path, takesFile.timeMs]] : []))
  expect(fileTimesMs).toEqual(Object.fromEntries(times))
})
