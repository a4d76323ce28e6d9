import { shareLink } from './share-link.ts'

const url = 'https://b.example/article/a'
const given = { share: navigator.share, clipboard: navigator.clipboard }
const offer = (own: object) => Object.assign(navigator, own)

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  offer(given)
})

test('opens the device’s share sheet where there is one', async () => {
  const shared: unknown[] = []
  offer({ share: async (what: unknown) => void shared.push(what) })
  const said: string[] = []
  await shareLink({ url, title: 'A Lift', say: (outcome) => said.push(outcome) })
  expect([shared, said]).toEqual([[{ title: 'A Lift', url }], []])
})

test('copies the address without a title, says so, and takes it back', async () => {
  const copied: string[] = []
  offer({
    share: () => Promise.reject(new Error('never asked')),
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  })
  const said: string[] = []
  await shareLink({ url, say: (outcome) => said.push(outcome) })
  expect([copied, said]).toEqual([[url], ['Link copied']])
  jest.runAllTimers()
  expect(said).toEqual(['Link copied', ''])
})

test('copies the address where the share sheet does not open, and waits for one that is open already', async () => {
  const copied: string[] = []
  const refuse = (name: string) => () => Promise.reject(new DOMException('', name))
  offer({ share: refuse('NotAllowedError'), clipboard: { writeText: async (text: string) => void copied.push(text) } })
  const said: string[] = []
  const press = () => shareLink({ url, title: 'A Lift', say: (outcome) => said.push(outcome) })
  await press()
  expect([copied, said]).toEqual([[url], ['Link copied']])
  offer({ share: refuse('InvalidStateError') })
  await press()
  expect(copied).toEqual([url])
})

test('shows the address where it can’t be copied, and nothing where the sheet was closed', async () => {
  const asked: unknown[] = []
  window.prompt = (...words) => {
    asked.push(words[1])
    return null
  }
  offer({ share: undefined, clipboard: { writeText: () => Promise.reject(new Error('not allowed')) } })
  await shareLink({ url, title: 'A Lift', say: () => undefined })
  offer({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) })
  await shareLink({ url, title: 'A Lift', say: () => undefined })
  expect(asked).toEqual([url])
})
