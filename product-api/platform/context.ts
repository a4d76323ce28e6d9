import type { BookSettings } from '#books/settings.ts'
import type { Storage } from '#files/storage.ts'
import type { NewsletterSettings } from '#newsletters/settings.ts'
import type { Voice } from '#podcasts/voice.ts'
import type { Db } from './db/client.ts'
import type { Limits } from './limits/limits.ts'
import type { OpenAiSettings } from './openai.ts'
import type { Queue } from './queue/jobs.ts'

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
  /** What the browser kept of its sign-ins (`accounts/sign-in/known-browser.ts`). */
  knownBrowser?: string | undefined
  /** One of our own machines, for no one else. */
  isFromWithin?: boolean
}

/** What every service works with; nothing is a hidden singleton. */
export type Context = {
  db: Db
  now: () => Date
  productName: string
  /** Of the web, without a slash at the end: for links in emails. */
  publicUrl: string
  contactEmail: string
  /** Whether a subscriber gets an email with stories after confirming for the first time. */
  welcomesSubscribers: boolean
  /** Told after a commit that changed something public, with the tags of what it changed. */
  changed: { raise: (tags: readonly string[]) => void }
  /** Told the tags of what an answer is made from, before anything is looked up: a missing thing has tags too. */
  shows: (tags: readonly string[]) => void
  queue: Queue
  newsletters: NewsletterSettings
  books: BookSettings
  /** Where models are asked; undefined if no endpoint is set. */
  openai: OpenAiSettings | undefined
  /** Emails to many may be due: the part of this process that sends them looks immediately. */
  wakeSender: () => void
  /** Where files are kept, and the folder that they arrive in. */
  files: { storage: Storage; incoming: string }
  /** What reads texts aloud. */
  voice: Voice
  /** Whether every story is read aloud when it is published; else those that an administrator chose. */
  narratesStories: boolean
  limits: Limits
  actor?: Actor | undefined
  caller?: Caller
}

/** What a service that needs a signed-in caller works with. */
export type SignedInContext = Context & { actor: Actor }
