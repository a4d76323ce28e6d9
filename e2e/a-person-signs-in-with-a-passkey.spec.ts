import { addVirtualSecurityKey, expect, signedIn, test } from './support/people.ts'

test('adds a passkey, signs in with it, and takes it away again', async ({ page, context }) => {
  const person = await signedIn(context)
  await addVirtualSecurityKey(page)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: /Remove/ })).toBeVisible()

  await context.clearCookies()
  await page.goto('/users/login?next=/account/security')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL('/account/security')
  expect(await (await context.request.get('/api/users/current_user')).json()).toMatchObject({ email: person.email })
  expect(await (await context.request.get('/api/users/sessions')).json()).toContainEqual(
    expect.objectContaining({ method: 'passkey', current: true }),
  )

  await page.getByRole('button', { name: /Remove/ }).click()
  await expect(page.getByRole('button', { name: /Remove/ })).toBeHidden()
  await context.clearCookies()
  await page.goto('/users/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  expect(await (await context.request.get('/api/users/current_user')).json()).toEqual({})
})
