import type { BookSettings } from '#books/settings.ts'
import type { Category } from '#contract/categories.ts'
import type { Storage } from '#files/storage.ts'
import type { NewsletterSettings } from '#newsletters/settings.ts'
import type { Voice } from '#podcasts/voice.ts'
import type { Db } from './db/client.ts'
import type { Limits } from './limits/limits.ts'
import type { OpenAiSettings } from './openai.ts'
import type { Queue } from './queue/jobs.ts'
import type { SettingsOfSite } from './site-settings.ts'

/** The caller: a user with a session. */
export type Actor = {
  id: string
  role: 'user' | 'admin'
  name: string
  email: string
  sessionId?: string
  /** When the session began. */
  signedInAt?: Date
}

/** Where a call comes from: for limits, the audit and the list of sessions. */
export type Caller = {
  address: string
  userAgent: string
  /** The cookie of a browser that has signed in before (`accounts/sign-in/known-browser.ts`). */
  knownBrowser?: string | undefined
  /** One of our own machines, not forwarding someone else's request. */
  isFromWithin?: boolean
}

/** The dependencies of every service; nothing is a hidden singleton. */
export type Context = {
  db: Db
  now: () => Date
  /** The settings of administrators; the name, the contact address and the categories below are from there. */
  site: SettingsOfSite
  productName: string
  /** The address of the web without a trailing slash, for links in emails. */
  publicUrl: string
  contactEmail: string
  categories: readonly Category[]
  /** Whether a subscriber gets an email with stories after confirming for the first time. */
  welcomesSubscribers: boolean
  /** Called after a commit that changed something public, with its cache tags. */
  changed: { raise: (tags: readonly string[]) => void }
  /** Called with the cache tags that an answer depends on, before any query: a missing thing has tags too. */
  shows: (tags: readonly string[]) => void
  queue: Queue
  newsletters: NewsletterSettings
  books: BookSettings
  /** The endpoint of language models; undefined if none is set. */
  openai: OpenAiSettings | undefined
  /** Makes the newsletter sender of this process look for due emails immediately. */
  wakeSender: () => void
  /** The storage of files, and the folder for uploads that are still arriving. */
  files: { storage: Storage; incoming: string }
  /** Whether the newest backup is proved once a week. */
  provesBackups: boolean
  /** The text-to-speech engine. */
  voice: Voice
  /** Whether every published story is narrated; otherwise only those that an administrator chose. */
  narratesStories: boolean
  limits: Limits
  actor?: Actor | undefined
  caller?: Caller
}

/** The dependencies of a service that needs a signed-in caller. */
export type SignedInContext = Context & { actor: Actor }
