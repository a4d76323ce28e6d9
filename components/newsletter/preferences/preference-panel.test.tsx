import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import type { Preferences } from '#contract/subscription-schemas.ts'
import { PreferencePanel } from './preference-panel.tsx'

const known: Preferences = {
  email: 'a…@example.com',
  time_zone: 'Asia/Tokyo',
  paused_until: null,
  subscriptions: [
    { uuid: 's-1', about: 'Technology', frequency: 'weekly', confirmed: true },
    { uuid: 's-2', about: 'Stories by Ada', frequency: 'published', confirmed: false },
  ],
}
const [technology, ada] = known.subscriptions as [Preferences['subscriptions'][0], Preferences['subscriptions'][0]]
const own = Intl.DateTimeFormat().resolvedOptions().timeZone
const show = (preferences = known) => render(<PreferencePanel uuid="mail-1" preferences={preferences} />)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } })
const put = (body: object) => ({ method: 'PUT', path: '/api/newsletters/preferences/mail-1', body })

test('shows everything for the address and makes no call', () => {
  const calls = answerCalls()
  show()
  expect(screen.getByText(/For a…@example.com/)).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'How often: Technology' })).toHaveValue('weekly')
  expect(screen.getByRole('combobox', { name: 'How often: Technology' })).toHaveAccessibleDescription(
    'One email a week with everything new.',
  )
  expect(screen.getByText('Waiting for you to confirm: look for our email.')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
  expect(calls).toEqual([])
})

test('saves a frequency immediately, and says so', async () => {
  const changed = { ...known, subscriptions: [{ ...technology, frequency: 'daily' as const }, ada] }
  const calls = answerCalls({ body: changed })
  show()
  choose('How often: Technology', 'daily')
  expect(screen.getByRole('combobox', { name: 'How often: Technology' })).toHaveValue('daily')
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(calls).toEqual([put({ subscriptions: [{ uuid: 's-1', frequency: 'daily' }] })])
})

test('sends every choice, also one that follows while the first is under way; the last one stays', async () => {
  const as = (frequency: 'daily' | 'published') => ({
    body: { ...known, subscriptions: [{ ...technology, frequency }, ada] },
  })
  const calls = answerCalls(as('daily'), as('published'))
  show()
  choose('How often: Technology', 'daily')
  choose('How often: Technology', 'published')
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([
    { subscriptions: [{ uuid: 's-1', frequency: 'daily' }] },
    { subscriptions: [{ uuid: 's-1', frequency: 'published' }] },
  ])
  expect(screen.getByRole('combobox', { name: 'How often: Technology' })).toHaveValue('published')
})

test('shows the stored choice again if a new one could not be saved', async () => {
  answerCalls({ status: 503, body: { message: 'Please try again in a moment.' } })
  show()
  choose('How often: Technology', 'daily')
  expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in a moment.')
  expect(screen.getByRole('combobox', { name: 'How often: Technology' })).toHaveValue('weekly')
})

test('offers the device’s time zone if it differs', async () => {
  const calls = answerCalls({ body: { ...known, time_zone: own } })
  show()
  await pressByKey(`Use this device’s: ${own.replaceAll('_', ' ')}`)
  expect(screen.getByText('Saved.')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveFocus()
  expect(calls).toEqual([put({ time_zone: own })])
  expect(screen.queryByRole('button', { name: /Use this device’s/ })).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue(own)
})

test('pauses for a month and resumes', async () => {
  const calls = answerCalls({ body: { ...known, paused_until: '2026-12-23T00:30:00.000Z' } }, { body: known })
  show()
  press('Pause for a month')
  expect(await screen.findByText('Paused: no newsletter comes before 23 December 2026.')).toBeVisible()
  press('Resume now')
  expect(await screen.findByRole('button', { name: 'Pause for a month' })).toBeVisible()
  expect(calls).toEqual([put({ paused: true }), put({ paused: false })])
})

describe('unsubscribing', () => {
  const left = { ...known, subscriptions: [ada] }

  test('from one thing ends it without a question, and can be taken back', async () => {
    const calls = answerCalls({ body: { message: 'ok' } }, { body: left }, { body: known })
    show()
    press('Unsubscribe: Technology')
    expect(await screen.findByText('You have been unsubscribed from Technology.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'How often: Technology' })).toBeNull())
    await pressByKey('Subscribe again')
    expect(screen.getByText('You are subscribed again.')).toHaveFocus()
    expect(screen.getByRole('combobox', { name: 'How often: Technology' })).toBeVisible()
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/newsletters/unsubscribe/s-1',
      'GET /api/newsletters/preferences/mail-1',
      'POST /api/newsletters/preferences/s-1/undo',
    ])
  })

  test('from an unconfirmed subscription offers no way back', async () => {
    answerCalls({ body: { message: 'ok' } }, { body: { ...known, subscriptions: [technology] } })
    show()
    press('Unsubscribe: Stories by Ada')
    expect(await screen.findByText('You have been unsubscribed from Stories by Ada.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Subscribe again' })).toBeNull()
  })

  test('from everything says what is left: nothing', async () => {
    const calls = answerCalls({ body: { message: 'ok' } }, { body: { ...known, subscriptions: [] } })
    show()
    press('Unsubscribe from everything')
    expect(await screen.findByText('You have been unsubscribed from everything.')).toBeVisible()
    expect(await screen.findByText('Nothing goes to a…@example.com.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Subscribe to something' })).toHaveAttribute('href', '/subscribe')
    expect(calls[0]?.path).toBe('/api/newsletters/unsubscribe/s-1?scope=all')
  })

  test('asks why only afterwards, and only who likes to say', async () => {
    const thanks = { body: { message: 'Thank you for telling us.' } }
    const calls = answerCalls({ body: { message: 'ok' } }, { body: left }, thanks)
    show()
    expect(screen.queryByText(/tell us why/)).toBeNull()
    press('Unsubscribe: Technology')
    fireEvent.click(await screen.findByLabelText('Too many emails'))
    fireEvent.change(screen.getByLabelText('In your own words'), { target: { value: ' three a day ' } })
    press('Send')
    expect(await screen.findByText('Thank you for telling us.')).toBeVisible()
    expect(calls[2]).toEqual({
      method: 'POST',
      path: '/api/newsletters/preferences/s-1/reason',
      body: { reason: 'Too many emails: three a day' },
    })
  })
})
