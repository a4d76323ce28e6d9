import { cleanup } from '@testing-library/react'
import { changeUser, hopeAgain } from '#components/account/user-data.ts'
import type { CurrentUser } from '#contract/users.ts'
import { forgetAnswers } from '#lib/browser/use-call.ts'

const reader: CurrentUser = {
  _id: '01990000-0000-7000-8000-0000000000a1',
  uuid: 'reader-1',
  name: 'Ada Reader',
  email: 'ada@example.com',
  role: 'user',
  profile_image: null,
  bio: '',
  show_email: false,
  thanks_by_email: false,
  show_followers: false,
  monthly_figures: false,
  takes_replies: false,
  read_aloud: true,
  email_proven: true,
  pending_email: null,
  has_password: true,
  may_publish: true,
}

export function aReader(but: Partial<CurrentUser> = {}): CurrentUser {
  return { ...reader, ...but }
}

/** The browser of a person who has just signed in, before any page has asked who it is. */
export async function signedInBrowser(): Promise<void> {
  await signedOutBrowser()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom knows no Cookie Store
  document.cookie = 'signed_in=1; Path=/'
}

/** A browser without any session; also forgets what a page before it knew. */
export async function signedOutBrowser(): Promise<void> {
  cleanup()
  changeUser({ type: 'LOGOUT_USER' })
  hopeAgain()
  forgetAnswers()
  localStorage.clear()
}
