import type { BookSettings } from './books/settings.ts'
import type { Db } from './db/client.ts'
import type { Limits } from './limits/limits.ts'
import type { OpenAiSettings } from './openai-settings.ts'
import type { Queue } from './queue/jobs.ts'
import type { NewsletterSettings } from './sends/settings.ts'
import type { Voice } from './speech/voice.ts'
import type { Storage } from './storage/storage.ts'

/** Who makes a call: somebody with a session. */
export type Actor = {
  id: string
  role: 'user' | 'admin'
  name: string
  email: string
  sessionId?: string
  /** When the session began. */
  signedInAt?: Date
}

/** From where a call comes: for limits, the audit and the list of sessions. */
export type Caller = {
  address: string
  userAgent: string
  /** What the browser kept of its sign-ins (`sign-in/known-browser.ts`). */
  knownBrowser?: string | undefined
  /** One of our own machines, for nobody else. */
  isFromWithin?: boolean
}

/** What every service works with; nothing is a hidden singleton. */
export type Context = {
  db: Db
  now: () => Date
  productName: string
  /** Of the web, without a slash at the end: for links in mails. */
  publicUrl: string
  contactEmail: string
  /** Whether who has confirmed for the first time gets a mail with stories. */
  welcomesSubscribers: boolean
  /** Told after a commit that changed something public, with the tags of what it changed. */
  changed: { raise: (tags: readonly string[]) => void }
  /** Told the tags of what an answer is made from, before anything is looked up: a missing thing has tags too. */
  shows: (tags: readonly string[]) => void
  queue: Queue
  newsletters: NewsletterSettings
  books: BookSettings
  /** Where models are asked; undefined where no endpoint is set. */
  openai: OpenAiSettings | undefined
  /** Mails to many may be due: whatever of this process sends them looks at once. */
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

/** What a service works with that needs somebody signed in. */
export type SignedInContext = Context & { actor: Actor }
