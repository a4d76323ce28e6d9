import { type APIRequestContext, type APIResponse, type BrowserContext, expect } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { admin, sendCode } from './support/address.ts'
import { linkIn, mailTo, type ReceivedMail } from './support/mails.ts'
import {
  addVirtualSecurityKey,
  atGoogle,
  proveAddress,
  signedIn,
  signIn,
  signInByGoogle,
  signUp,
  somebody,
} from './support/people.ts'
import { aPicture } from './support/pictures.ts'
import { aDraft, aPublishedStory } from './support/stories.ts'
import { aSubscriber, confirm, subscribe } from './support/subscribers.ts'
import { test } from './support/valid-mails.ts'

// Every kind of email but the digest, which comes in its subscriber's morning (product-api/newsletters/digest/digest-mail.test.ts).

const ends = "We're sad to see you go"
const changes = 'What you get by email'
const ofNewsletter = ['its story', 'itself', 'Profile Details', 'Sudoku']

async function answered(asked: Promise<APIResponse>): Promise<unknown> {
  const answer = await asked
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

const ownAccount = ({ request }: BrowserContext) => answered(request.get('/api/users/current_user'))

/** The choices of the email's reader. */
const choices = (request: APIRequestContext, mail: ReceivedMail) =>
  answered(request.get(`/api/newsletters/preferences/${lastPart(linkIn(mail, /\/preferences\//))}`))

function lastPart(link: string): string {
  return decodeURIComponent(link.split('/').at(-1) ?? '')
}

test('an account: the welcome, a link for a new password, and word that it was changed', async ({
  context,
  expectValidMail,
}) => {
  const person = await signUp(context)
  await expectValidMail(await mailTo(person.email, /^Welcome to Bytewise: please confirm/), ['Confirm your address'])
  await signIn(context, person)
  expect(await ownAccount(context)).toMatchObject({ email_proven: false })
  await proveAddress(context, person)

  await answered(context.request.post('/api/users/forget-password', { data: { email: person.email } }))
  const mail = await mailTo(person.email, /^Choose a new password/)
  await expectValidMail(mail, ['Reset password'])
  // Opening it must not use it up.
  const token = lastPart(linkIn(mail, /\/reset-password\//))
  await answered(context.request.post('/api/users/reset-password', { data: { password: 'a second word', token } }))
  await expectValidMail(await mailTo(person.email, /^Your Bytewise password was changed$/), ['Forgot password'])
})

test('an account: a passkey that comes and goes, a sign-in from elsewhere, a changed password and another address', async ({
  page,
  context,
  browser,
  expectValidMail,
}) => {
  const person = await signedIn(context)
  const { email: before } = person
  await addVirtualSecurityKey(page)
  await page.goto(paths.accountSecurity)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expectValidMail(await mailTo(before, /^A passkey was added/), ['Forgot password'])
  await page.getByRole('button', { name: /Remove/ }).click()
  await expectValidMail(await mailTo(before, /^A passkey was removed/), ['Forgot password'])

  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
  const elsewhere = await browser.newContext({ userAgent, extraHTTPHeaders: { 'x-forwarded-for': '10.201.7.9' } })
  await signIn(elsewhere, person)
  await elsewhere.close()
  await expectValidMail(await mailTo(before, /^A new login/), ['Forgot password'])

  const passwords = { currentPassword: person.password, password: 'a second word' }
  await answered(context.request.post('/api/users/change-password', { data: passwords }))
  await expectValidMail(await mailTo(before, /^Your Bytewise password was changed$/), ['Forgot password'])

  const { email: after } = somebody()
  await answered(context.request.post('/api/users/update-profile', { data: { email: after } }))
  const request = await mailTo(after, /^Confirm your new email address/)
  await expectValidMail(request, ['Confirm your address'])
  await expectValidMail(await mailTo(before, /^Your email address .* is about to change$/), ['Forgot password'])
  expect(await ownAccount(context)).toMatchObject({ email: before, pending_email: after })

  const token = lastPart(linkIn(request, /\/confirm-email\//))
  await answered(context.request.post('/api/users/confirm-email', { data: { token } }))
  await expectValidMail(await mailTo(before, /^Your email address was changed/), [])
})

test('a reader’s thanks', async ({ context, browser, expectValidMail }) => {
  const writer = await signedIn(context)
  await answered(context.request.post('/api/users/update-profile', { data: { thanksByEmail: true } }))
  const { _id } = await aPublishedStory(context)
  const reader = await browser.newContext()
  await signedIn(reader, { name: 'Noor & Co' })
  const data = { words: 'Thank you for the “lamp” & <light>.' }
  await answered(reader.request.post(`/api/contents/${_id}/thanks`, { data }))
  await reader.close()
  await expectValidMail(await mailTo(writer.email, /^Noor & Co thanks you/), [
    'Byte size knowledge that makes you smarter everyday.',
    'its story',
  ])
})

test('an account: made by Google, and one that Google is connected to', async ({ page, context, expectValidMail }) => {
  const stranger = atGoogle()
  await signInByGoogle(page, stranger)
  await expectValidMail(await mailTo(stranger.email, /^Welcome to Bytewise$/), [])

  await context.clearCookies()
  const known = await signedIn(context)
  await context.clearCookies()
  await signInByGoogle(page, atGoogle({ email: known.email }))
  await expectValidMail(await mailTo(known.email, /^Google sign-in was connected/), ['Forgot password'])
})

test('a subscription: the question, the welcome, and the question to who reads us already', async ({
  context,
  request,
  expectValidMail,
}) => {
  const { email } = somebody()
  await subscribe(request, { email, category: 'technology' })
  const question = await mailTo(email, /confirm/i)
  const link = `/api/newsletters/subscription/${lastPart(linkIn(question, /\/subscription\/confirmation\//))}`
  const before = await answered(request.get(link))
  await expectValidMail(question, ['Confirm your subscription', ends])
  expect(await answered(request.get(link))).toEqual(before)
  await confirm(request, question)

  const welcome = await mailTo(email, /^Welcome to Bytewise: a few stories/)
  const chosen = await choices(request, welcome)
  await expectValidMail(welcome, ['its story', 'Profile Details', changes, ends])
  expect(await choices(request, welcome)).toEqual(chosen)

  // A request from a person's own account needs no email; a stranger's request for the same address does.
  const reader = await signedIn(context)
  await subscribe(context.request, { email: reader.email, category: 'fiction' })
  await subscribe(request, { email: reader.email, category: 'books' })
  await expectValidMail(await mailTo(reader.email, /confirm your subscription/), ['Confirm your subscription'])
})

test('a newsletter: a story that has just been published', async ({ context, request, browser, expectValidMail }) => {
  await signedIn(context)
  const { uuid } = (await ownAccount(context)) as { uuid: string }
  const other = await browser.newContext()
  const { email } = await signedIn(other)
  await subscribe(other.request, { email, following_author: uuid })
  await other.close()

  const headers = { 'content-type': 'image/jpeg' }
  const upload = context.request.post('/api/uploads', { headers, data: await aPicture() })
  const { url } = (await answered(upload)) as { url: string }
  const draft = await aDraft(context, {
    sub_title: 'Nobody asks who turns it — “yet”',
    story_image: url,
    image_alt: 'A lamp & its tower',
    content: `<p>A lamp turns above <a href="${paths.about}">the harbour</a>. <strong>Ünï</strong> 🌊 {curly} 1 = 1</p>
      <h2>Who turns it</h2><ul><li>One</li><li>Two <em>&amp; three</em></li></ul>
      <blockquote>.A line of its own</blockquote><p><img src="${url}" alt="The tower"><img src="${url}" alt=""></p>`,
  })
  const data = { isDraft: false, sendNewsletter: true }
  await answered(context.request.put(`/api/contents/${draft._id}`, { data }))

  const mail = await mailTo(email, new RegExp(draft.title))
  expect(mail.html.match(/<img /g)).toHaveLength(3)
  const before = await choices(request, mail)
  await expectValidMail(mail, [...ofNewsletter, 'About Us', changes, ends])
  expect(await choices(request, mail)).toEqual(before)
})

test('a newsletter: a list, to who tries it and to its subscribers', async ({ context, request, expectValidMail }) => {
  const list = { category: 'books', frequency: 'daily' }
  const reader = await aSubscriber(request, list)
  // Stories published from now on are not in it.
  await mailTo(reader, /^Welcome/)
  await signIn(context, admin)
  await aPublishedStory(context, {
    category: 'books',
    story_image: '/covers/a-silent-reader-was-once-worth-staring-at.webp',
  })
  await aPublishedStory(context, { category: 'books', story_image: '/covers/a-notebook-nobody-was-meant-to-read.webp' })
  await aPublishedStory(context, { category: 'books', sub_title: 'Without a picture' })

  const submit = (env: 'test' | 'prod') =>
    answered(context.request.post('/api/newsletters/send', { data: { ...list, env, code: sendCode } }))
  await submit('test')
  await expectValidMail(await mailTo(admin.email, /^\[Test\] Book essays, today/), [...ofNewsletter, 'Newsletter'])

  await submit('prod')
  const mail = await mailTo(reader, /^Book essays, today/)
  const before = await choices(request, mail)
  await expectValidMail(mail, [...ofNewsletter, changes, ends])
  expect(await choices(request, mail)).toEqual(before)
})
