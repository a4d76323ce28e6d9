import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { aReader, signedInBrowser } from '#components/testing/a-reader.ts'
import { aWorkingCopy } from '#components/testing/a-working-copy.ts'
import { answerByPath } from '#components/testing/fake-fetch.ts'
import { freshIndexedDb } from '#components/testing/fresh-indexed-db.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import { recordAnnouncements } from '#components/testing/record-announcements.ts'
import { recordNavigations } from '#components/testing/record-navigations.ts'
import { siteCategories } from '#contract/categories.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'
import { closeDatabase } from '../saving/local-drafts.ts'
import { useStoryEditor } from '../use-story-editor.ts'
import { PlannedNotice } from './planned-notice.tsx'
import { PublishSheet } from './publish-sheet.tsx'

const whole = aWorkingCopy({ story_image: '/covers/a-lift.webp', image_alt: 'A lift', version: 3 })
const update = `PUT /api/contents/${whole._id}`
const written = { _id: whole._id, id: whole._id, slug: whole.slug, updated_at: whole.updated_at, version: 4 }
const out = { body: { ...written, isDraft: false } }
const saved = { body: { ...written, isDraft: true } }
const nobody = { count: 0, isExact: true, sent_at: null, reach: 'followers', reason: null }
const mailing = { state: 'none', reason: null, category: 'Fiction', is_under_way: false, sent: 0, sent_at: null }

let story: WorkingCopy
let answers: Record<string, { status?: number; body: unknown }>
let calls: { method: string; path: string; body: unknown }[]
let went: string[]
let person = aReader()
const onGo = jest.fn()

function Writing() {
  const editor = useStoryEditor({ categories: siteCategories('bytewise'), story, person })
  return (
    <>
      <button type="button" onClick={editor.publishing.open}>
        Open
      </button>
      <PlannedNotice editor={editor} />
      {editor.banner && <p role="alert">{editor.banner.reason}</p>}
      {editor.publishing.isOpen && <PublishSheet editor={editor} onGo={onGo} />}
    </>
  )
}

async function openSheet(of: Partial<WorkingCopy> = {}, given: typeof answers = {}, audience: object = nobody) {
  story = { ...whole, ...of }
  const asked = `category=fiction&story=${whole._id}`
  answers = {
    'GET /api/publications/user': { body: [] },
    [`GET /api/newsletters/audience?${asked}`]: { body: { ...nobody, ...audience } },
    [`GET /api/contents/${whole._id}/mailing`]: { body: mailing },
    [update]: out,
    ...given,
  }
  calls = answerByPath(answers)
  const view = render(<Writing />)
  await act(async () => {})
  fireEvent.click(screen.getByText('Open'))
  await act(async () => {})
  return view
}

const sheet = () => within(screen.getByRole('dialog', { hidden: true }))
const button = (name: string | RegExp) => sheet().getByRole('button', { name, hidden: true })
const box = () => sheet().getByRole('checkbox', { hidden: true })
const press = async (name: string | RegExp) => act(async () => fireEvent.click(button(name)))
const bodies = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const published = () => bodies().filter((body) => (body as { isDraft: boolean }).isDraft === false)

beforeAll(() => {
  // jsdom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
beforeEach(async () => {
  freshIndexedDb()
  closeDatabase()
  sessionStorage.clear()
  onGo.mockClear()
  person = aReader()
  went = recordNavigations()
  await signedInBrowser()
})

describe('the sheet', () => {
  test('shows the story as lists will, and publishes it with one button', async () => {
    await openSheet({ sub_title: 'And who rides it' })
    expect(sheet().getByText('A Lift at Night', { selector: 'a' })).toBeInTheDocument()
    expect(sheet().getByText('And who rides it')).toBeInTheDocument()
    expect(sheet().getByText('A lift keeps count.')).toBeInTheDocument()
    await press('Publish')
    expect(await sheet().findByText('It’s out')).toHaveFocus()
    expect(published()).toEqual([expect.objectContaining({ isDraft: false, sendNewsletter: false, version: 3 })])
    expect(await sheet().findByText('It wasn’t emailed to anyone.')).toBeInTheDocument()
    expect(sheet().getByLabelText('Its address')).toHaveValue(`http://localhost/article/${whole.slug}`)
    expect(sheet().getByText('See it')).toHaveAttribute('href', `/article/${whole.slug}`)
    expect(sheet().getByText('Write the next')).toHaveAttribute('href', '/new-story')
    expect(went).toEqual([])
  })

  test('a double click sends one publish', async () => {
    await openSheet()
    await act(async () => {
      fireEvent.click(button('Publish'))
      fireEvent.click(button('Publish'))
    })
    await sheet().findByText('It’s out')
    expect(published()).toHaveLength(1)
  })

  test('is confirmed by its shortcut, but not by the one that opened it and is still held', async () => {
    await openSheet()
    await act(async () => fireEvent.keyDown(window, { key: 'Enter', ctrlKey: true, repeat: true }))
    await act(async () => fireEvent.keyDown(window, { key: 'Enter' }))
    expect(published()).toEqual([])
    await act(async () => fireEvent.keyDown(window, { key: 'Enter', metaKey: true }))
    await waitFor(() => expect(published()).toHaveLength(1))
    await sheet().findByText('It’s out')
  })

  test('names what is missing, leads to its field, and sends nothing', async () => {
    await openSheet({ title: ' ', content: '' }, { [update]: saved })
    expect(sheet().getByText('A published story needs a title.')).toBeInTheDocument()
    expect(sheet().getByText('A published story needs some text.')).toBeInTheDocument()
    await press('Publish')
    expect(published()).toEqual([])
    expect(button('Go to “Title”')).toHaveFocus()
    await press('Go to “Text”')
    expect(onGo).toHaveBeenCalledWith('content')
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  })

  test('names what is worth a look, and publishes all the same', async () => {
    await openSheet({ story_image: null, content: '<p>The end is TK.</p>' })
    expect(await sheet().findByText(/There is no story image yet/)).toBeInTheDocument()
    expect(sheet().getByText(/“TK” is left in the text/)).toBeInTheDocument()
    await press('Publish')
    await sheet().findByText('It’s out')
    expect(published()).toHaveLength(1)
  })

  test('what is worth a look does not wait for links that are being checked', async () => {
    await openSheet({ story_image: null, content: '<p>See <a href="/article/slow">this</a>.</p>' })
    await press('Back to the text')
    const answering = globalThis.fetch
    globalThis.fetch = (input, init) => (init?.method === 'HEAD' ? new Promise(() => {}) : answering(input, init))
    await act(async () => fireEvent.click(screen.getByText('Open')))
    expect(sheet().getByText(/There is no story image yet/)).toBeInTheDocument()
  })

  test('what it finds only when the button is pressed is shown first, and the next press publishes', async () => {
    const linked = '<p>See <a href="/article/gone">this</a>.</p>'
    await openSheet({ content: linked }, { 'HEAD /article/gone': { status: 200, body: {} } })
    answers['HEAD /article/gone'] = { status: 404, body: {} }
    await press('Publish')
    expect(sheet().getByText(/A link leads to \/article\/gone/)).toBeInTheDocument()
    expect(button('Go to “Text”')).toHaveFocus()
    expect(published()).toEqual([])
    await press('Publish')
    expect(await sheet().findByText('It’s out')).toBeInTheDocument()
  })

  test('a published story is updated', async () => {
    await openSheet({ isDraft: false, has_unpublished_changes: true, published_at: '2026-03-03T12:00:00Z' })
    expect(sheet().getByText('Update this story')).toBeInTheDocument()
    await press('Update')
    expect(await sheet().findByText('Your update is out')).toBeInTheDocument()
  })
})

describe('emailing it', () => {
  test('is counted before it is chosen, and said on the button', async () => {
    await openSheet({}, { [update]: saved }, { count: 214, reach: 'everyone' })
    await waitFor(() => expect(box()).toHaveAccessibleName('Email it to 214 people'))
    expect(sheet().queryByText(/Goes to/)).toBeNull()
    expect(button('Publish')).toBeInTheDocument()
    await act(async () => fireEvent.click(box()))
    expect(sheet().getByText('Goes to 214 people when you publish.')).toBeInTheDocument()
    answers[update] = out
    answers[`GET /api/contents/${whole._id}/mailing`] = {
      body: { ...mailing, state: 'sent', is_under_way: true, sent: 57 },
    }
    await press('Publish and email 214 people')
    expect(await sheet().findByText('It’s going to 214 people now.')).toBeInTheDocument()
    expect(sheet().getByText('57 emails are out so far.')).toBeInTheDocument()
    expect(published()).toEqual([expect.objectContaining({ sendNewsletter: true })])
  })

  test('is saved with the draft when it is chosen, and comes back after a reload', async () => {
    const { unmount } = await openSheet({}, { [update]: saved })
    await act(async () => fireEvent.click(box()))
    await waitFor(() => expect(bodies()).toEqual([expect.objectContaining({ isDraft: true, sendNewsletter: true })]))
    unmount()
    await openSheet({ sendNewsletter: true }, { [update]: saved })
    expect(box()).toBeChecked()
  })

  test('is not switched on again by a reload after it was switched off elsewhere', async () => {
    const { unmount } = await openSheet({}, { [update]: saved })
    await act(async () => fireEvent.click(box()))
    await waitFor(() => expect(bodies()).toHaveLength(1))
    await waitFor(() => expect(sessionStorage.getItem(`publishing:${whole._id}`)).toBeNull())
    unmount()
    await openSheet({ sendNewsletter: false }, { [update]: saved })
    expect(box()).not.toBeChecked()
    expect(bodies()).toEqual([])
  })

  test('that is chosen for a public story changes nothing on the server before it is published', async () => {
    await openSheet({ isDraft: false, published_at: '2026-03-03T12:00:00Z' })
    await act(async () => fireEvent.click(box()))
    expect(bodies()).toEqual([])
    expect(JSON.parse(sessionStorage.getItem(`publishing:${whole._id}`) ?? '')).toEqual({ sends: true })
  })

  test('says that it waits for an administrator, and that there are no followers yet', async () => {
    await openSheet({}, {}, { reason: 'new_author' })
    expect(
      await sheet().findByText(
        'Nobody follows you yet. The subscribers of Fiction get it once an administrator has looked at it.',
      ),
    ).toBeInTheDocument()
    expect(box()).toHaveAccessibleName('Email it')
  })

  test.each([
    ['unproven', 'reader-1', 'Your email address isn’t confirmed yet, so we can’t email this story.'],
    ['suspended', 'somebody-else', 'The author’s account is suspended, so we can’t email this story.'],
  ])(
    'is refused with its reason, and the story can be published all the same: %s',
    async (reason, author_uuid, why) => {
      person = aReader({ email_proven: reason !== 'unproven' })
      await openSheet({ author_uuid }, {}, { reach: 'nobody', reason })
      expect(await sheet().findByText(why, { exact: false })).toBeInTheDocument()
      expect(box()).toBeDisabled()
      expect(sheet().queryAllByText('Confirm it')).toHaveLength(reason === 'unproven' ? 1 : 0)
      await press('Publish')
      expect(await sheet().findByText('It’s out')).toBeInTheDocument()
    },
  )

  test('goes only once', async () => {
    await openSheet({ isDraft: false, published_at: '2026-03-03T12:00:00Z' }, {}, { sent_at: '2026-03-03T12:00:00Z' })
    expect(await sheet().findByText('Emailed on 3 March 2026. It won’t be emailed again.')).toBeInTheDocument()
    expect(box()).toBeDisabled()
  })

  test('has a subject and a preview line once it is chosen, with what they are without one', async () => {
    await openSheet({}, { [update]: saved })
    expect(sheet().queryByText('Subject and preview line')).toBeNull()
    await act(async () => fireEvent.click(box()))
    expect(sheet().getByLabelText('Subject of the email')).toHaveAttribute('placeholder', 'A Lift at Night')
    expect(sheet().getByLabelText('Preview line of the email')).toHaveAttribute('placeholder', 'A lift keeps count.')
    fireEvent.change(sheet().getByLabelText('Subject of the email'), { target: { value: 'Going up' } })
    answers[update] = out
    await press('Publish')
    await sheet().findByText('It’s out')
    expect(published()).toEqual([expect.objectContaining({ email_subject: 'Going up' })])
  })
})

describe('publishing later', () => {
  const year = new Date().getFullYear() + 1
  const at = `${year}-12-24T08:00`

  test('is planned in the time zone of the device, shown above the text, and can be cancelled', async () => {
    await openSheet({}, { [update]: saved })
    fireEvent.click(sheet().getByLabelText('Later'))
    fireEvent.change(sheet().getByLabelText('Date and time'), { target: { value: at } })
    await press(`Publish on 24 December ${year}, 08:00`)
    expect(await screen.findByText(/^Planned:/)).toHaveTextContent(`Planned: 24 December ${year}, 08:00 your time`)
    expect(screen.getByText(/^Planned:/)).toHaveFocus()
    expect(bodies()).toEqual([expect.objectContaining({ isDraft: true, publish_at: new Date(at).toISOString() })])
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()

    fireEvent.click(screen.getByText('Change'))
    expect(sheet().getByLabelText('Date and time')).toHaveValue(at)
    await act(async () => fireEvent.click(button(/^Back/)))
    await pressByKey('Don’t publish')
    expect(screen.queryByText(/^Planned:/)).toBeNull()
    expect(bodies().at(-1)).toMatchObject({ isDraft: true, publish_at: null })
    const said = screen.getByText(/^The plan was cancelled/)
    expect(said).toHaveFocus()
    act(() => said.blur())
    expect(screen.queryByText(/^The plan was cancelled/)).toBeNull()
  })

  test('keeps the focus on a button that is busy, and where the plan could not be cancelled', async () => {
    const failed = { status: 503, body: { message: 'Please try again in a minute.' } }
    await openSheet({ publish_at: new Date(at).toISOString() }, { [update]: failed })
    await act(async () => fireEvent.click(button(/^Back/)))
    const cancel = screen.getByRole('button', { name: 'Don’t publish' })
    act(() => {
      cancel.focus()
      fireEvent.click(cancel)
    })
    expect(cancel).toHaveAttribute('aria-disabled', 'true')
    expect(cancel).toBeEnabled()
    expect(await screen.findByText('Please try again in a minute.')).toBeVisible()
    expect(cancel).toHaveFocus()
  })

  test('needs a time that is still to come', async () => {
    await openSheet({}, { [update]: saved })
    fireEvent.click(sheet().getByLabelText('Later'))
    const field = sheet().getByLabelText('Date and time')
    fireEvent.change(field, { target: { value: '' } })
    await press('Publish')
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Please choose a date and a time.'))
    fireEvent.change(field, { target: { value: '2020-01-01T08:00' } })
    await press(/^Publish on/)
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Please choose a time in the future.'))
    expect(field).toHaveFocus()
    expect(bodies()).toEqual([])
  })

  test('keeps a chosen time over a reload, and forgets it for now', async () => {
    const { unmount } = await openSheet({}, { [update]: saved })
    fireEvent.click(sheet().getByLabelText('Later'))
    fireEvent.change(sheet().getByLabelText('Date and time'), { target: { value: at } })
    unmount()
    await openSheet({}, { [update]: saved })
    expect(sheet().getByLabelText('Date and time')).toHaveValue(at)
    fireEvent.click(sheet().getByLabelText('Now'))
    expect(sessionStorage.getItem(`publishing:${whole._id}`)).toBeNull()
  })

  test('says that a plan is over when its time has passed', async () => {
    await openSheet({ publish_at: '2020-01-01T08:00:00Z' })
    expect(screen.getByText(/^It was planned for/)).toHaveTextContent('It was planned for 1 January 2020, 08:00.')
    expect(screen.getByText('See the story')).toHaveAttribute('href', `/article/${whole.slug}`)
    expect(screen.queryByText('Don’t publish')).toBeNull()
    expect(sheet().getByLabelText('Now')).toBeChecked()
  })
})

describe('a refusal keeps the sheet open', () => {
  test('and shows what is wrong with a field at the field, or the way there', async () => {
    const fields = { category: 'This category does not exist.', slug: 'Another story already has this address.' }
    await openSheet({}, { [update]: { status: 400, body: { message: 'Two things are wrong.', fields } } })
    await press('Publish')
    expect(await sheet().findByText('Error: Invalid data. Please check your inputs and try again.')).toBeInTheDocument()
    expect(sheet().getByText('Two things are wrong.')).toBeInTheDocument()
    expect(sheet().getByLabelText('Category')).toHaveAccessibleDescription('This category does not exist.')
    expect(sheet().getByText('Another story already has this address.')).toBeInTheDocument()
    await press('Go to “Address”')
    expect(onGo).toHaveBeenCalledWith('slug')
  })

  test('and the next attempt goes through', async () => {
    await openSheet({}, { [update]: { status: 503, body: { message: 'Please try again in a minute.' } } })
    await press('Publish')
    expect(await sheet().findByText('Please try again in a minute.')).toBeInTheDocument()
    answers[update] = out
    await press('Publish')
    expect(await sheet().findByText('It’s out')).toBeInTheDocument()
  })

  test('and says who may publish, with everything kept', async () => {
    const message = 'Only invited people can publish stories here.'
    await openSheet({}, { [update]: { status: 403, body: { code: 'forbidden', message } } })
    await press('Publish')
    expect(await sheet().findByText(message)).toBeInTheDocument()
    answers[update] = out
    await press('Publish')
    expect(await sheet().findByText('It’s out')).toBeInTheDocument()
  })

  test('and leads to the log-in if the session has ended', async () => {
    await openSheet({}, { [update]: { status: 401, body: { message: 'Please log in first.' } } })
    await press('Publish')
    expect(await sheet().findByText(/You’re logged out, so the story isn’t published/)).toBeInTheDocument()
    expect(sheet().getByText('Log in again in a new tab')).toHaveAttribute('target', '_blank')
    // Signing in elsewhere is noticed when the button is pressed again.
    answers['GET /api/users/current_user'] = { body: aReader() }
    answers[update] = out
    await press('Publish')
    expect(await sheet().findByText('It’s out')).toBeInTheDocument()
  })

  test('and says that the story was published elsewhere first; then it is an update', async () => {
    const current = { ...whole, isDraft: false, version: 4, sendNewsletter: false, title: 'A Lift by Day' }
    await openSheet({}, { [update]: { status: 409, body: { code: 'conflict', message: 'Changed.', current } } })
    await press('Publish')
    expect(await sheet().findByText(/This story has been published since you opened it here/)).toBeInTheDocument()
    expect(button('Update')).toBeInTheDocument()
  })

  test('and leads to the choice if someone else changed the same place', async () => {
    const current = { ...whole, title: 'A Lift by Day', version: 4 }
    await openSheet({ title: 'A Lift at Noon' }, { [update]: saved })
    fireEvent.change(sheet().getByLabelText('Category'), { target: { value: 'technology' } })
    answers[update] = {
      status: 409,
      body: { code: 'conflict', message: 'Changed.', current: { ...current, category: 'books' } },
    }
    answers[`GET /api/newsletters/audience?category=technology&story=${whole._id}`] = { body: nobody }
    await press('Publish')
    expect(await sheet().findByText(/Someone else changed this story too. Choose what stays/)).toBeInTheDocument()
    expect(button('Publish')).toBeDisabled()
    await press('Choose what stays')
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  })
})

describe('once it is out', () => {
  test('its address is copied, or selected if the browser does not allow that', async () => {
    const written: string[] = []
    const clipboard = { writeText: async (text: string) => void written.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    await openSheet()
    await press('Publish')
    await sheet().findByText('It’s out')
    expect(sheet().queryByText('Share')).toBeNull()
    await press('Copy')
    expect(written).toEqual([`http://localhost/article/${whole.slug}`])
    expect(button('Copied')).toBeInTheDocument()
    clipboard.writeText = async () => Promise.reject(new DOMException('', 'NotAllowedError'))
    await press('Copied')
    expect(sheet().getByText(/Your browser didn’t let us copy it/)).toBeInTheDocument()
  })

  test('it can be shared where the device has a way to share', async () => {
    const share = jest.fn(async () => {})
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    await openSheet()
    await press('Publish')
    await sheet().findByText('It’s out')
    await press('Share')
    expect(share).toHaveBeenCalledWith({ title: 'A Lift at Night', url: `http://localhost/article/${whole.slug}` })
    Reflect.deleteProperty(navigator, 'share')
  })

  test('a sharing that fails is told from one that the writer has ended', async () => {
    const refuse = (name: string) => () => Promise.reject(new DOMException('', name))
    const clipboard = { writeText: jest.fn(async (_: string) => {}) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    Object.defineProperty(navigator, 'share', { value: refuse('AbortError'), configurable: true, writable: true })
    await openSheet()
    await press('Publish')
    await sheet().findByText('It’s out')
    await press('Share')
    expect(clipboard.writeText).not.toHaveBeenCalled()
    Object.assign(navigator, { share: refuse('DataError') })
    await press('Share')
    expect(sheet().getByText('The address was copied.')).toBeInTheDocument()
    clipboard.writeText.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await press('Share')
    expect(sheet().getByText(/Your browser didn’t let us copy it/)).toBeInTheDocument()
    Reflect.deleteProperty(navigator, 'share')
  })

  test('its emails are counted in view, and announced when they begin and when they are out', async () => {
    const under = (sent: number) => ({ body: { ...mailing, state: 'sent', is_under_way: true, sent } })
    const call = `GET /api/contents/${whole._id}/mailing`
    await openSheet({ sendNewsletter: true }, { [call]: under(57) }, { count: 214, reach: 'everyone' })
    const heard = recordAnnouncements(document.body)
    await press('Publish and email 214 people')
    expect(await sheet().findByText('57 emails are out so far.')).toBeInTheDocument()
    const look = () => act(async () => document.dispatchEvent(new Event('visibilitychange')))
    answers[call] = under(120)
    await look()
    expect(await sheet().findByText('120 emails are out so far.')).toBeInTheDocument()
    answers[call] = { body: { ...mailing, state: 'sent', sent: 214, sent_at: '2026-03-03T12:00:00Z' } }
    await look()
    expect(await sheet().findByText('Emailed to 214 people on 3 March 2026.')).toBeInTheDocument()
    expect(heard.filter((said) => /going|email/i.test(said))).toEqual([
      'It’s going to 214 people now.',
      'Emailed to 214 people on 3 March 2026.',
    ])
  })

  test('says so if we can’t find out who gets it by email', async () => {
    await openSheet({}, { [`GET /api/contents/${whole._id}/mailing`]: { status: 503, body: {} } })
    await press('Publish')
    expect(
      await sheet().findByText('We couldn’t find out who gets it by email. Its page will say so.'),
    ).toBeInTheDocument()
  })

  test('Escape leads to the story', async () => {
    await openSheet()
    await press('Publish')
    await sheet().findByText('It’s out')
    fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('close'))
    expect(went).toEqual([`/article/${whole.slug}`])
  })
})
