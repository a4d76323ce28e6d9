import { atGoogle, expect, proveAddress, signIn, signInByGoogle, signUp, test } from './support/people.ts'

test('a new person gets an account whose address is proven, and comes back to it', async ({ page, context }) => {
  const alice = atGoogle({ name: 'Alice Reader' })
  await signInByGoogle(page, alice)
  await expect(page).toHaveURL('/about-us')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const first = (await (await context.request.get('/api/users/current_user')).json()) as { uuid: string }
  expect(first).toMatchObject({
    name: 'Alice Reader',
    email: alice.email,
    email_proven: true,
    has_password: false,
  })

  await context.clearCookies()
  await signInByGoogle(page, alice)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(await (await context.request.get('/api/users/current_user')).json()).toMatchObject({ uuid: first.uuid })
})

test('an account with a password is taken over only once its owner has proven the address', async ({
  page,
  context,
}) => {
  const bob = await signUp(context)
  await signInByGoogle(page, atGoogle({ email: bob.email }))
  await expect(page.getByRole('alert').filter({ hasText: /confirm your address/ })).toBeVisible()
  expect(await (await context.request.get('/api/users/current_user')).json()).toEqual({})

  await signIn(context, bob)
  await proveAddress(context, bob)
  await context.clearCookies()
  await signInByGoogle(page, atGoogle({ email: bob.email }))
  await expect(page).toHaveURL('/about-us')
  expect(await (await context.request.get('/api/users/current_user')).json()).toMatchObject({
    email: bob.email,
    has_password: true,
  })
})
