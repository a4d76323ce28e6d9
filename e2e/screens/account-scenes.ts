import { paths } from '#contract/paths.ts'
import { linkIn, mailTo } from '../support/mails.ts'
import { signUp, somebody } from '../support/people.ts'
import { aSubscriber, subscribe } from '../support/subscribers.ts'
import { answerWithFailure, at, neverAnswer, type Scene } from './scene.ts'

type Page = Parameters<Scene['open']>[0]

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('main').getByRole('textbox', { name: label, exact: true }).fill(text)
}
const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click()

/** Somebody who leaves a form's answer behind, or the lack of one. */
function form(name: string, path: string, act: (page: Page) => Promise<unknown>): Scene {
  return {
    name,
    open: async (page) => {
      await page.goto(path)
      await act(page)
    },
  }
}

const logIn = async (page: Page) => {
  await fill(page, { Email: 'nobody@example.com', Password: 'not the password' })
  await press(page, 'Login')
}

export const accountScenes: Scene[] = [
  at('login', paths.login()),
  form('login-empty-fields', paths.login(), (page) => press(page, 'Login')),
  form('login-refused', paths.login(), async (page) => {
    await logIn(page)
    await page.getByText('Invalid email or password.').waitFor()
  }),
  form('login-busy', paths.login(), async (page) => {
    await neverAnswer(page, '**/api/auth/callback/**')
    await logIn(page)
  }),
  at('signup', paths.signup()),
  form('signup-empty-fields', paths.signup(), (page) => press(page, 'Create Account')),
  form('signup-taken', paths.signup(), async (page) => {
    const person = await signUp(page.context(), somebody())
    await fill(page, { Name: person.name, Email: person.email, Password: person.password })
    await press(page, 'Create Account')
    await page.getByText('The user already exists in the record.').waitFor()
  }),
  form('signup-done', paths.signup(), async (page) => {
    const person = somebody()
    await fill(page, { Name: person.name, Email: person.email, Password: person.password })
    await press(page, 'Create Account')
    await page.getByText('Account created successfully. Please log in.').waitFor()
  }),
  at('forgot-password', paths.forgotPassword),
  form('forgot-password-done', paths.forgotPassword, async (page) => {
    await fill(page, { Email: 'nobody@example.com' })
    await press(page, 'Send password reset link')
    await page.getByText('Password reset link will be sent').waitFor()
  }),
  form('forgot-password-failed', paths.forgotPassword, async (page) => {
    await answerWithFailure(page, '**/api/users/forget-password')
    await fill(page, { Email: 'nobody@example.com' })
    await press(page, 'Send password reset link')
    await page.getByRole('main').getByRole('alert').first().waitFor()
  }),
  at('reset-password', paths.resetPassword('not-a-token')),
  {
    name: 'reset-password-differ',
    open: async (page, context) => {
      const { email } = await signUp(context, somebody())
      await context.request.post('/api/users/forget-password', { data: { email } })
      await page.goto(linkIn(await mailTo(email, /^Choose a new password/), /\/reset-password\//))
      await fill(page, { 'New Password': 'a quiet word above', 'Confirm Password': 'another quiet word' })
      await press(page, 'Reset Password')
      await page.getByText('Passwords do not match.').waitFor()
    },
  },
  at('confirm-email-dead', paths.confirmEmail('not-a-token')),
  at('subscribe', paths.subscribe),
  form('subscribe-done', paths.subscribe, async (page) => {
    await fill(page, { Email: somebody().email })
    await press(page, 'Subscribe')
    await page.getByRole('main').getByRole('status').first().waitFor()
  }),
  at('confirmation-dead', paths.confirmSubscription('not-a-subscription')),
  at('unsubscribe-dead', paths.unsubscribe('not-a-subscription')),
  at('preferences-dead', paths.preferences('not-a-subscription')),
  {
    name: 'confirmation',
    open: async (page, context) => {
      const { email } = somebody()
      await subscribe(context.request, { email, category: 'fiction' })
      await page.goto(linkIn(await mailTo(email, /confirm/i), /\/subscription\/confirmation\//))
    },
  },
  {
    name: 'confirmation-done',
    open: async (page, context) => {
      const { email } = somebody()
      await subscribe(context.request, { email, category: 'fiction' })
      await page.goto(linkIn(await mailTo(email, /confirm/i), /\/subscription\/confirmation\//))
      await press(page, 'Confirm Subscription')
      await page.getByRole('main').getByRole('status').first().waitFor()
    },
  },
  {
    name: 'unsubscribe',
    open: async (page, context) => {
      const email = await aSubscriber(context.request, { category: 'fiction' })
      await page.goto(linkIn(await mailTo(email, /welcome/i), /\/subscription\/unsubscribe\//))
    },
  },
  {
    name: 'unsubscribe-done',
    open: async (page, context) => {
      const email = await aSubscriber(context.request, { category: 'fiction' })
      await page.goto(linkIn(await mailTo(email, /welcome/i), /\/subscription\/unsubscribe\//))
      await press(page, 'Confirm Unsubscribe')
      await page.getByText('Return to Home').waitFor()
    },
  },
  {
    name: 'preferences',
    open: async (page, context) => {
      const email = await aSubscriber(context.request, { category: 'fiction' })
      const link = linkIn(await mailTo(email, /welcome/i), /\/subscription\/preferences\//)
      await page.goto(link)
    },
  },
]
