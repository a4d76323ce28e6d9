import type { InvitedAddress } from '#contract/invitations.ts'
import type { SiteSettings } from '#contract/site.ts'
import type { Actor } from '#platform/context.ts'
import { tokenIn } from './accounts.ts'
import { api, mails, send } from './api.ts'

/** Stores these settings of the site, as an administrator would. */
export async function setSite(settings: Partial<SiteSettings>): Promise<void> {
  await api().pool.query(
    `insert into site_settings (settings, version, changed_at) values ($1, 1, now())
     on conflict (is_only) do update set settings = excluded.settings`,
    [settings],
  )
}

/** Invites these addresses. @returns what became of each, in their order. */
export async function invite(by: Actor, ...emails: string[]): Promise<InvitedAddress['outcome'][]> {
  const response = await send('POST', '/dashboard/invitations', { as: by.id, body: { emails } })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as InvitedAddress[]).map(({ outcome }) => outcome)
}

/** The token in the newest email that invites this address. */
export async function invitationToken(email: string): Promise<string> {
  const sent = (await mails()).filter(({ to }) => to.address === email)
  const found = sent.map((mail) => tokenIn(mail, '/users/signup\\?invitation=')).findLast(Boolean)
  if (!found) throw new Error(`No mail invites ${email}`)
  return found
}
