import { api, withApi } from '#testing/api.ts'
import {
  addBook,
  bookCode,
  bookDrafts,
  inputOf,
  model,
  modelKey,
  modelTimeouts,
  until,
  watchBook,
  withModel,
} from '#testing/books.ts'
import { standInSecret } from '#testing/openai-stand-in.ts'

withApi()
withModel()

describe('a failing model', () => {
  const failures: [mood: string, sentence: RegExp][] = [
    ['401', /answered 401: it doesn’t accept our key/],
    ['404', /answered 404: please check/],
    ['400', /answered 400: it doesn’t accept our request/],
    ['429', /answered 429: it’s busy/],
    ['500', /answered 500: it has a problem of its own/],
    ['redirect', /answered 302: it redirects elsewhere/],
    ['json', /doesn’t come from a model/],
    ['proxy', /doesn’t come from a model/],
    ['odd events', /broke off/],
    ['broken events', /couldn’t be read/],
    ['fault inside', /error in the middle/],
    ['cuts', /broke off/],
    ['just ends', /broke off/],
    ['unfinished', /broke off/],
    ['length', /reached its length limit before the end/],
    ['filtered', /content filter/],
    ['empty', /answer was empty/],
    ['blank', /answer was empty/],
    ['long', /far more than fits in a summary/],
    ['one line', /far more than fits in a summary/],
  ]

  test.each(failures)('[%s]: answers 503 with a sentence, and saves no draft', async (mood, sentence) => {
    const response = await addBook(inputOf(`Walden [${mood}]`))
    const said = await response.text()
    expect([response.status, JSON.parse(said).message]).toEqual([503, expect.stringMatching(sentence)])
    for (const secret of [standInSecret, modelKey, bookCode]) expect(said).not.toContain(secret)
    expect(model().standIn.asked).toHaveLength(1)
    expect(await bookDrafts()).toEqual([])
  })

  test.each(failures)('[%s]: sends the same sentence as the last event', async (mood, sentence) => {
    const last = (await Array.fromAsync(watchBook(inputOf(`Walden [${mood}]`)))).at(-1)
    expect(last).toMatchObject({ kind: 'problem', problem: { status: 503, message: expect.stringMatching(sentence) } })
    expect(await bookDrafts()).toEqual([])
  })

  test('answers 503 if the endpoint can’t be reached', async () => {
    api().context.openai = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: modelKey, model: 'a-model' }
    const response = await addBook(inputOf('Walden'))
    expect([response.status, (await response.json()).message]).toEqual([503, expect.stringMatching(/isn’t responding/)])
  })

  test.each<[string, object, RegExp]>([
    ['silent', { beginMs: 30 }, /written nothing for 0 seconds/],
    ['stalls', { idleMs: 30 }, /stopped in the middle/],
    ['stalls', { wholeMs: 300 }, /took longer than 0.3 seconds for the whole text/],
  ])('[%s]: times out after %j, and aborts the request', async (mood, shorter, sentence) => {
    api().context.books.timeouts = { ...modelTimeouts, ...shorter }
    const name = `Walden ${JSON.stringify(shorter)} [${mood}]`
    const response = await addBook(inputOf(name))
    expect([response.status, (await response.json()).message]).toEqual([503, expect.stringMatching(sentence)])
    // On a busy machine the timeout comes before the request arrives.
    await until(() => !model().standIn.isAsking(name))
    expect(await bookDrafts()).toEqual([])
  })
})
