import { fireEvent, render, screen, within } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import type { SettingsOnDesk } from '#contract/site.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { SettingsDesk } from './settings-desk.tsx'

beforeEach(() => {
  forgetAnswers()
  sessionStorage.clear()
})

const desk: SettingsOnDesk = {
  version: 3,
  changed_at: '2026-01-09T10:00:00.000Z',
  changed_by: 'Ada',
  settings: {
    name: 'Night Shift',
    tagline: 'Read at work.',
    accent: null,
    logo: null,
    icon: null,
    contact_email: 'us@site.example',
    social_links: ['https://a.example/us'],
    default_frequency: 'weekly',
    sign_up: 'anyone',
    publish: 'anyone',
    categories: [
      { slug: 'poems', name: 'Poems', sentence: '' },
      { slug: 'plays', name: 'Plays', sentence: 'In acts.' },
    ],
  },
  environment: [],
  used_categories: [
    { slug: 'poems', stories: 3, subscribers: 1 },
    { slug: 'plays', stories: 0, subscribers: 0 },
  ],
}

async function opened(given: Partial<SettingsOnDesk> = {}, ...answers: Parameters<typeof answerCalls>) {
  const calls = answerCalls({ body: { ...desk, ...given } }, ...answers)
  render(<SettingsDesk />)
  await screen.findByLabelText('Name', { selector: '[name=name]' })
  return calls
}
const form = (name: string) => within(screen.getByRole('form', { name }))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const save = (name: string) => fireEvent.click(form(name).getByRole('button', { name: 'Save' }))
const bodyOf = (call: { body?: unknown } | undefined) => call?.body

test('saves each form for itself, by the version that it shows', async () => {
  const saved = { ...desk, version: 4, settings: { ...desk.settings, name: 'Day Shift' } }
  const calls = await opened({}, { body: saved }, { body: { ...saved, version: 5 } })
  type(form('Name and look').getByLabelText('Name'), 'Day Shift')
  save('Name and look')
  expect(await form('Name and look').findByText('Saved. The whole site shows it now.')).toBeVisible()
  expect(bodyOf(calls[1])).toEqual({
    version: 3,
    name: 'Day Shift',
    ...{ tagline: 'Read at work.', accent: null, logo: null, icon: null },
  })
  type(form('Contact').getByLabelText('Links to other places (optional)'), 'https://a.example/us\n\nhttps://b.example')
  save('Contact')
  await form('Contact').findByText('Saved. The whole site shows it now.')
  expect(bodyOf(calls[2])).toEqual({
    version: 4,
    contact_email: 'us@site.example',
    social_links: ['https://a.example/us', 'https://b.example'],
  })
})

test('a setting of the environment is shown as such, and not sent', async () => {
  const calls = await opened({ environment: [{ setting: 'name', variable: 'PRODUCT_NAME' }] }, { body: desk })
  const name = form('Name and look').getByLabelText('Name')
  expect(name).toHaveAttribute('readonly')
  expect(name).toHaveAccessibleDescription('PRODUCT_NAME in the site’s environment decides this.')
  save('Name and look')
  await form('Name and look').findByText('Saved. The whole site shows it now.')
  expect(bodyOf(calls[1])).not.toHaveProperty('name')
})

test('after somebody else’s change the typed text stays, and the next try is by the present version', async () => {
  const current = { ...desk, version: 9 }
  const refusal = { status: 409, body: { code: 'conflict', detail: 'Somebody else was here.', current } }
  const calls = await opened({}, refusal, { body: { ...current, version: 10 } })
  const tagline = form('Name and look').getByLabelText('Sentence')
  type(tagline, 'Read at home.')
  save('Name and look')
  expect(await screen.findByText('Somebody else was here.')).toBeVisible()
  expect(tagline).toHaveValue('Read at home.')
  save('Name and look')
  await form('Name and look').findByText('Saved. The whole site shows it now.')
  expect(bodyOf(calls[2])).toMatchObject({ version: 9, tagline: 'Read at home.' })
})

test('who may do what, and how often', async () => {
  const calls = await opened({}, { body: desk })
  const signUp = within(screen.getByRole('group', { name: 'Who may sign up' }))
  fireEvent.click(signUp.getByRole('radio', { name: 'Invited people' }))
  fireEvent.change(screen.getByLabelText('Usual frequency'), { target: { value: 'daily' } })
  save('Who may do what')
  await form('Who may do what').findByText('Saved. The whole site shows it now.')
  expect(bodyOf(calls[1])).toEqual({ version: 3, sign_up: 'invited', publish: 'anyone', default_frequency: 'daily' })
})

describe('categories', () => {
  test('are added with an address made from the name, moved and removed', async () => {
    const calls = await opened({}, { body: desk })
    const rows = () => screen.getAllByRole('listitem')
    fireEvent.click(screen.getByRole('button', { name: 'Add a category' }))
    const added = within(rows()[2] as HTMLElement)
    type(added.getByLabelText('Name'), 'Short Reads')
    expect(added.getByLabelText('Address')).toHaveValue('short-reads')
    fireEvent.click(screen.getByRole('button', { name: 'Move up Short Reads' }))
    expect(within(rows()[1] as HTMLElement).getByLabelText('Name')).toHaveValue('Short Reads')
    expect(within(rows()[0] as HTMLElement).getByLabelText('Address')).toHaveAttribute('readonly')
    fireEvent.click(screen.getByRole('button', { name: 'Remove Poems' }))
    expect(screen.getByText(/^poems is removed when you save\. Its 3 stories stay.* 1 subscription get/)).toBeVisible()
    save('Categories')
    await form('Categories').findByText('Saved. The whole site shows it now.')
    expect(bodyOf(calls[1])).toEqual({
      version: 3,
      categories: [
        { name: 'Short Reads', slug: 'short-reads', sentence: '' },
        { name: 'Plays', slug: 'plays', sentence: 'In acts.' },
      ],
    })
  })

  test('show the fault of a row at its field', async () => {
    const fields = { 'categories.1.name': 'Another category is named Poems.' }
    await opened({}, { status: 400, body: { code: 'bad_request', detail: 'Wrong.', fields } })
    save('Categories')
    expect(await screen.findByText('Another category is named Poems.')).toBeVisible()
    expect(within(screen.getAllByRole('listitem')[1] as HTMLElement).getByLabelText('Name')).toBeInvalid()
  })

  test('are twelve at most', async () => {
    const categories = Array.from({ length: 12 }, (_, n) => ({ slug: `c-${n}`, name: `C ${n}`, sentence: '' }))
    await opened({ settings: { ...desk.settings, categories } })
    expect(screen.queryByRole('button', { name: 'Add a category' })).toBeNull()
    expect(screen.getByText('There are at most 12.')).toBeVisible()
  })
})

describe('the accent colour', () => {
  test('says how readable it is, and offers the nearest that is', async () => {
    await opened()
    const field = screen.getByLabelText('Accent colour (optional)')
    type(field, '#ffd400')
    expect(screen.getByText(/^Its contrast with the page is 1\.\d to 1, and has to be 4\.5 at least\./)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: /^Take #[0-9a-f]{6}, the nearest readable one$/ }))
    expect(screen.getByText(/: readable\./)).toBeVisible()
    expect(screen.getByText('By night')).toBeVisible()
  })
})
