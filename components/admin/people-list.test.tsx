import { fireEvent, render, screen, within } from '@testing-library/react'
import { answerCalls } from '#components/testing/fake-fetch.ts'
import { pressByKey } from '#components/testing/press-by-key.ts'
import type { AccountSummary } from '#contract/people.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'
import { PeopleList } from './people-list.tsx'

beforeEach(forgetAnswers)

const ada: AccountSummary = {
  ...{ uuid: 'ada', name: 'Ada', email: 'ada@example.com', email_proven: true, role: 'user' as const },
  ...{
    created_at: '2026-01-02T03:04:05.000Z',
    last_seen_at: null,
    stories: 1,
    suspension: null,
    mailing_approval: null,
    publishing_approval: null,
  },
}
const root: AccountSummary = { ...ada, uuid: 'root', name: 'Root', email: 'root@example.com', role: 'admin' }
const suspended = { ...ada, suspension: { at: ada.created_at, reason: 'sends spam', by: 'Root' } }
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const show = async (...answers: Parameters<typeof answerCalls>) => {
  const calls = answerCalls({ body: [ada, root] }, ...answers)
  render(<PeopleList ownUuid="root" />)
  await screen.findByRole('link', { name: 'Ada' })
  return calls
}

test('shows people, and lets no one suspend their own account', async () => {
  await show()
  expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/profile/ada')
  expect(screen.getByText('ada@example.com (confirmed)')).toBeTruthy()
  expect(screen.getAllByText(/not logged in, 1 story/)).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Suspend: Ada' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend: Root' })).toBeNull()
})

test('finds by words and by what is chosen', async () => {
  const calls = await show({ body: [] }, { body: [suspended] })
  fireEvent.change(screen.getByLabelText('Name or email'), { target: { value: ' zebra ' } })
  press('Search')
  expect(await screen.findByText('No people match this search.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Who'), { target: { value: 'suspended' } })
  expect(await screen.findByText(/by Root: sends spam/)).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/users?filter=all',
    '/api/users?query=zebra&filter=all',
    '/api/users?query=zebra&filter=suspended',
  ])
})

test('suspends with a reason, and lifts it', async () => {
  const calls = await show({ body: suspended }, { body: ada })
  press('Suspend: Ada')
  const form = within(screen.getByRole('form', { name: 'Suspend Ada' }))
  expect(document.activeElement).toBe(form.getByLabelText('Reason'))
  fireEvent.click(form.getByRole('button', { name: 'Suspend' }))
  expect(form.getByText('Please give a reason.')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'sends spam' } })
  fireEvent.click(form.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('Ada is suspended and logged out everywhere.')).toBeTruthy()
  expect(calls[1]).toEqual({ method: 'POST', path: '/api/users/ada/suspend', body: { reason: 'sends spam' } })
  expect(screen.queryByRole('form', { name: 'Suspend Ada' })).toBeNull()
  press('Lift suspension: Ada')
  expect(await screen.findByText('Ada can log in again.')).toBeTruthy()
})

test('keeps the focus in the row: on its outcome, and after Cancel on the button that had opened the form', async () => {
  await show({ body: { ...ada, mailing_approval: { at: ada.created_at, by: 'Root' } } })
  await pressByKey('Approve author: Ada')
  expect(screen.getByText('Stories by Ada now go to subscribers, one a day.')).toHaveFocus()
  await pressByKey('Suspend: Ada')
  await pressByKey('Cancel')
  expect(screen.getByRole('button', { name: 'Suspend: Ada' })).toHaveFocus()
})

test('keeps the reason when it did not work, and says why', async () => {
  await show({ status: 409, body: { detail: 'This account is already suspended.' } })
  press('Suspend: Ada')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'sends spam' } })
  press('Suspend')
  expect((await screen.findByRole('alert')).textContent).toContain('This account is already suspended.')
  expect((screen.getByLabelText('Reason') as HTMLInputElement).value).toBe('sends spam')
})

test('asks for the password before it changes a role, if the server wants it', async () => {
  const wanted = 'Please enter your current password.'
  const calls = await show(
    { status: 403, body: { detail: wanted, fields: { currentPassword: wanted } } },
    { body: { ...ada, role: 'admin' } },
  )
  press('Make administrator: Ada')
  press('Make administrator')
  const password = await screen.findByLabelText('Current password')
  fireEvent.change(password, { target: { value: 'horse' } })
  press('Make administrator')
  expect(await screen.findByText('Ada is an administrator now.')).toBeTruthy()
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { role: 'admin' },
    { role: 'admin', currentPassword: 'horse' },
  ])
  expect(screen.getByRole('button', { name: 'Make a user: Ada' })).toBeTruthy()
})

test('suspends once and changes a role once, however often one presses', async () => {
  const calls = await show({ body: suspended }, { body: { ...root, role: 'user' } })
  press('Suspend: Ada')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'sends spam' } })
  const suspend = screen.getByRole('form', { name: 'Suspend Ada' })
  for (let count = 0; count < 2; count++) fireEvent.submit(suspend)
  expect(await screen.findByText('Ada is suspended and logged out everywhere.')).toBeTruthy()
  press('Make a user: Root')
  const change = screen.getByRole('form', { name: 'Make Root a user' })
  for (let count = 0; count < 2; count++) fireEvent.submit(change)
  expect(await screen.findByText(/Root is a user now/)).toBeTruthy()
  expect(calls.slice(1).map(({ path }) => path)).toEqual(['/api/users/ada/suspend', '/api/users/root/role'])
})

test('lets the stories of an author go to subscribers, and takes it back', async () => {
  const approved = { ...ada, mailing_approval: { at: ada.created_at, by: 'Root' } }
  const calls = await show({ body: approved }, { body: ada })
  expect(screen.queryByRole('button', { name: 'Approve author: Root' })).toBeNull()
  press('Approve author: Ada')
  expect(await screen.findByText('Stories by Ada now go to subscribers, one a day.')).toBeTruthy()
  expect(screen.getByText(/^Approved for newsletters .* by Root$/)).toBeTruthy()
  press('Withdraw approval: Ada')
  expect(await screen.findByText(/^Stories by Ada wait for an administrator again/)).toBeTruthy()
  expect(calls.slice(1).map(({ path }) => path)).toEqual([
    '/api/users/ada/approve-mailing',
    '/api/users/ada/withdraw-mailing-approval',
  ])
})

test('lets a person publish, and takes it back', async () => {
  const allowed = { ...ada, publishing_approval: { at: ada.created_at, by: 'Root' } }
  const calls = await show({ body: allowed }, { body: ada })
  expect(screen.queryByRole('button', { name: 'Let publish: Root' })).toBeNull()
  press('Let publish: Ada')
  expect(await screen.findByText('Ada can publish stories, also where only invited people may.')).toBeTruthy()
  expect(screen.getByText(/^Invited to publish .* by Root$/)).toBeTruthy()
  press('Withdraw publishing: Ada')
  expect(await screen.findByText(/^Ada can’t publish further stories where only invited people may/)).toBeTruthy()
  expect(calls.slice(1).map(({ path }) => path)).toEqual([
    '/api/users/ada/allow-publishing',
    '/api/users/ada/withdraw-publishing',
  ])
})
