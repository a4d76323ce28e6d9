import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { bioMost, EmailAddress, ImageAddress, Password, PersonName, StoredImage } from './person.ts'

export const Profile = z.object({
  uuid: z.string(),
  name: z.string(),
  email: z.string().nullable().default(null).describe('only where the person shows it'),
  profile_image: StoredImage,
  bio: z.string().default(''),
})
export type Profile = z.infer<typeof Profile>

/** Somebody as only that person sees it. */
export const CurrentUser = z.object({
  _id: z.string(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string().default('user'),
  profile_image: StoredImage,
  bio: z.string().default(''),
  show_email: z.boolean().default(false),
  email_proven: z.boolean().default(false).describe('the address was shown to be theirs'),
  pending_email: z.string().nullable().default(null).describe('an address that was asked for and not confirmed yet'),
  has_password: z.boolean().default(true),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const SignedIn = z.object({
  token: z.string(),
  expires_at: z.string().optional(),
  known_browser: z
    .string()
    .optional()
    .describe('for the browser to keep, and to send along as `X-Known-Browser` with its next sign-in'),
  user: CurrentUser,
})
export type SignedIn = z.infer<typeof SignedIn>

export const Said = z.object({ message: z.string() })
export type Said = z.infer<typeof Said>

export const Count = z.object({ count: z.int() })

/** Asked for where the session's sign-in was a while ago: whoever finds an open browser must not take the account over. */
export const CurrentPassword = z.string().max(1_000).optional()

const LinkToken = z.string({ error: 'The link is not complete.' }).min(1, 'The link is not complete.').max(200)

export const users = defineEndpoints({
  login: {
    method: 'POST',
    path: '/users/login',
    summary: 'Signs in with email and password',
    body: z.object({
      email: z.string({ error: 'Please enter an email address.' }).max(320),
      password: z.string({ error: 'Please enter a password.' }).max(1_000),
    }),
    response: SignedIn,
    problems: ['bad_request', 'invalid_credentials', 'suspended', 'too_many_requests'],
    neverFromBrowser: 'It hands out a token: a browser signs in through next-auth, which keeps it.',
  },
  loginWithGoogle: {
    method: 'POST',
    path: '/users/login/oauth2',
    summary: "Signs in with Google: `credential` is the provider's ID token, and only what it says counts",
    body: z.object({
      name: z.string().max(400).optional(),
      email: z.string().max(400).optional(),
      credential: z.string({ error: "The provider's ID token is needed." }).min(1).max(8_192),
    }),
    response: SignedIn,
    problems: ['bad_request', 'invalid_credentials', 'suspended', 'conflict', 'too_many_requests', 'unavailable'],
    neverFromBrowser: 'It hands out a token: a browser signs in through next-auth, which keeps it.',
  },
  signup: {
    method: 'POST',
    path: '/users/signup',
    summary: 'Makes an account; a mail asks to confirm the address',
    body: z.object({ name: PersonName, email: EmailAddress, password: Password }),
    response: Said,
    problems: ['bad_request', 'exists_already', 'too_many_requests'],
  },
  current: {
    method: 'GET',
    path: '/users/current_user',
    summary: 'The caller',
    response: CurrentUser,
    auth: 'user',
    problems: ['unauthenticated'],
  },
  logout: {
    method: 'POST',
    path: '/users/logout',
    summary: "Ends the caller's session",
    response: Said,
    auth: 'user',
    problems: ['unauthenticated'],
  },
  updateProfile: {
    method: 'POST',
    path: '/users/update-profile',
    summary: 'Changes the caller; another email takes effect when a link sent to it is followed',
    body: z.object({
      name: PersonName.optional(),
      email: EmailAddress.optional(),
      profileImage: ImageAddress.nullish(),
      bio: z.string().trim().max(bioMost, `At most ${bioMost} characters.`).optional(),
      showEmail: z.boolean().optional(),
      currentPassword: CurrentPassword.describe('for another email, where the sign-in was a while ago'),
      cancelEmailChange: z.boolean().optional().describe('takes back a change of email that waits to be confirmed'),
    }),
    response: CurrentUser,
    auth: 'user',
    problems: ['bad_request', 'unauthenticated', 'reauthentication_needed', 'too_many_requests'],
  },
  forgetPassword: {
    method: 'POST',
    path: '/users/forget-password',
    summary: 'Sends a link for a new password where the address has an account; the answer is the same for all',
    body: z.object({ email: EmailAddress }),
    response: Said,
    problems: ['bad_request', 'too_many_requests'],
  },
  resetPassword: {
    method: 'POST',
    path: '/users/reset-password',
    summary: 'Sets a new password by the token of a link, once; every session ends',
    body: z.object({ password: Password, token: LinkToken }),
    response: Said,
    problems: ['bad_request', 'invalid_link', 'suspended', 'too_many_requests'],
  },
  changePassword: {
    method: 'POST',
    path: '/users/change-password',
    summary: "Sets another password, or a first one; the caller's other sessions end",
    body: z.object({ currentPassword: CurrentPassword, password: Password }),
    response: Said,
    auth: 'user',
    problems: ['bad_request', 'unauthenticated', 'reauthentication_needed', 'conflict', 'too_many_requests'],
  },
  sendConfirmation: {
    method: 'POST',
    path: '/users/send-confirmation',
    summary: "Sends the link that proves the caller's address once more",
    response: Said,
    auth: 'user',
    problems: ['unauthenticated', 'too_many_requests'],
  },
  confirmEmail: {
    method: 'POST',
    path: '/users/confirm-email',
    summary: "Proves the caller's address, or makes it the new one, by the token of a link, once",
    body: z.object({ token: LinkToken }),
    response: Said,
    auth: 'user',
    problems: ['bad_request', 'invalid_link', 'unauthenticated', 'forbidden', 'exists_already', 'too_many_requests'],
  },
  profile: {
    method: 'GET',
    path: '/users/profile/:uuid',
    summary: "A person's public profile",
    params: z.object({ uuid: z.string().max(64) }),
    response: Profile,
    problems: ['not_found'],
  },
  count: {
    method: 'GET',
    path: '/users/count',
    summary: 'How many accounts there are',
    response: Count,
    auth: 'admin',
    problems: ['unauthenticated', 'forbidden'],
  },
})
