import { administration } from './administration.ts'
import { audit } from './audit.ts'
import { bookmarks } from './bookmarks.ts'
import { dashboard } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import { frontPage } from './front-page.ts'
import { invitations } from './invitations.ts'
import { mailings } from './mailings.ts'
import { mails } from './mails.ts'
import { people } from './people.ts'
import { podcasts } from './podcasts.ts'
import { publications } from './publications.ts'
import { readers } from './readers.ts'
import { readingList } from './reading-list.ts'
import { reads } from './reads.ts'
import { reports } from './reports.ts'
import { sends } from './sends.ts'
import { passkeys, sessions } from './sessions.ts'
import { site } from './site.ts'
import { siteTexts } from './site-texts.ts'
import { stories } from './stories.ts'
import { storyWriting } from './story-writing.ts'
import { subscriberFiles } from './subscriber-files.ts'
import { subscriptions } from './subscriptions.ts'
import { bounces, suppressions } from './suppressions.ts'
import { system } from './system.ts'
import { textProcessing } from './text-processing.ts'
import { thanks } from './thanks.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'

const groups = {
  contents: stories,
  storyWriting,
  frontPage,
  reports,
  bookmarks,
  thanks,
  publications,
  uploads,
  podcasts,
  readingList,
  newsletters: subscriptions,
  sends,
  mailings,
  suppressions,
  bounces,
  subscriberFiles,
  users,
  people,
  invitations,
  administration,
  audit,
  site,
  siteTexts,
  system,
  sessions,
  passkeys,
  mails,
  textProcessing,
  reads,
  readers,
  dashboard,
}

/** Every call of the product API: its description, the fuzz run, the BFF and the browser's client read this one table. */
export const calls: readonly Endpoint[] = Object.values(groups).flatMap((group): Endpoint[] => Object.values(group))

/** Each call's name in this table, e.g. `contentsByCategory`: clients generated from it use that name too. */
export const callIds: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [Endpoint, string] => [
      endpoint,
      group + name.charAt(0).toUpperCase() + name.slice(1),
    ]),
  ),
)

/** How long the file of a call may take to arrive; undefined for a path of no such call. */
export function fileTimeMs(path: string): number | undefined {
  return calls.find((endpoint) => endpoint.takesFile && endpoint.path === path)?.takesFile?.timeMs
}

/** The longest time that any file may take. */
export const longestFileMs = Math.max(...calls.map(({ takesFile }) => takesFile?.timeMs ?? 0))

type Groups = typeof groups
type Call = { [G in keyof Groups]: Groups[G][keyof Groups[G]] }[keyof Groups]
type CallsByName = { [E in Call as E['call']]: E }

/** A call's name, e.g. `POST /newsletters/subscribe`. */
export type CallName = keyof CallsByName
export type CallNamed<N extends CallName> = CallsByName[N]

/** The calls that a browser may make, through the BFF; a file goes there by `uploadPicture`. */
export type BrowserCallName = {
  [N in CallName]: CallsByName[N] extends { neverFromBrowser: string } | { takesFile: object } ? never : N
}[CallName]
