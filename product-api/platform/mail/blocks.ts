/** A run of words: a link if it has an address (absolute, http, https or mailto). */
export type Run = { text: string; url?: string; isStrong?: boolean; isEmphasised?: boolean }

/** Plain words, or a sequence of runs. Everything is plain text; the writers of HTML and text escape it. */
export type Words = string | readonly (string | Run)[]

/** A story as an email tells of it: large with its picture above, or a row with a small one beside its title. */
export type StoryBlock = {
  kind: 'story'
  size: 'large' | 'row'
  title: string
  url: string
  /** What it belongs to, above the title. */
  above: string
  subTitle: string
  excerpt: string
  /** Its author and how long it takes. */
  below: Words
  picture?: MailPicture
}

/** A picture with an absolute http or https address, and its size in pixels, if known. */
export type MailPicture = { url: string; alt: string; width?: number; height?: number }

/** What an email is made of, from top to bottom. */
export type Block =
  | StoryBlock
  /** What a title promises, below it. */
  | { kind: 'subtitle'; words: string }
  /** Titles that lead on, one below the other. */
  | { kind: 'links'; entries: readonly { label: string; url: string; about?: string }[] }
  | { kind: 'code'; text: string }
  | { kind: 'heading'; words: Words }
  | { kind: 'paragraph'; words: Words }
  /** In smaller type: how long a link is valid, what to do if it was not you. */
  | { kind: 'note'; words: Words }
  | { kind: 'list'; entries: readonly Words[]; isNumbered?: boolean }
  /** The address is shown below it too, to be copied, unless that is hidden. */
  | { kind: 'button'; label: string; url: string; isAddressHidden?: boolean }
  /** An absolute http or https address; `alt` says what it shows, and is empty for mere decoration. */
  | { kind: 'picture'; url: string; alt: string; linkUrl?: string; caption?: Words }
  | { kind: 'quote'; words: Words; source?: Words }
  /** Ends one part of an email of several. */
  | { kind: 'divider' }

/** The site that an email speaks for. */
export type MailSite = { productName: string; publicUrl: string; contactEmail: string }

/** An email before it is written as HTML and as text. */
export type MailText = {
  subject: string
  /** What an inbox shows beside the subject. */
  preview: string
  heading: string
  /** Where the heading leads, if it is a story's title. */
  headingUrl?: string
  blocks: readonly Block[]
  /** Why this person gets this email, below everything else. */
  reason: Words
  /** Below the reason: how to end it, where else to read it. */
  footerLinks?: readonly { label: string; url: string }[]
}
