import { expectAccessible } from './support/accessibility.ts'
import { admin } from './support/address.ts'
import { linkIn, mailTo } from './support/mails.ts'
import { expect, signIn, somebody, test } from './support/people.ts'

test('an invited person follows the link, and has an account whose address is confirmed', async ({
  page,
  context,
  browser,
}) => {
  const { name, email, password } = somebody()
  await signIn(context, admin)
  await page.goto('/admin-dashboard/people')
  await page.getByLabel('Email addresses').fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText(`${email} is invited.`)).toBeVisible()
  await expectAccessible(page)

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(linkIn(await mailTo(email, /has invited you to/), /\/users\/signup\?invitation=/))
  await expect(theirs.getByLabel('Email')).toHaveValue(email)
  await theirs.getByLabel('Name').fill(name)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Create Account' }).click()
  await expect(theirs.getByText('Account created successfully. Please log in.')).toBeVisible()

  await page.goto('/admin-dashboard/people')
  await page.getByLabel('Name or email').fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText(`${email} (confirmed)`)).toBeVisible()
  await theirs.context().close()
})

test('an invitation that was withdrawn opens no account', async ({ asAdmin, request }) => {
  const { name, email, password } = somebody()
  const call = await asAdmin()
  expect((await call.post('/api/dashboard/invitations', { data: { emails: [email] } })).status()).toBe(200)
  const link = linkIn(await mailTo(email, /has invited you to/), /\/users\/signup\?invitation=/)
  const [open] = (await (await call.get('/api/dashboard/invitations')).json()) as { _id: string; email: string }[]
  expect(open?.email).toBe(email)
  expect((await call.delete(`/api/dashboard/invitations/${open?._id}`)).status()).toBe(200)
  const data = { name, email, password, invitation: link.split('invitation=')[1] }
  const answer = await request.post('/api/users/signup', { data })
  expect([answer.status(), (await answer.json()).code]).toEqual([400, 'invalid_link'])
})
