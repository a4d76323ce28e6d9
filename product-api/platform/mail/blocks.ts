import type { SiteSettings } from '#contract/site.ts'
import type { Context } from '../context.ts'

/** A run of words: a link if it has an address (absolute, http, https or mailto). */
export type Run = { text: string; url?: string; isStrong?: boolean; isEmphasised?: boolean }

/** A plain text or a sequence of runs. Nothing here is HTML; the writers of HTML and text escape it. */
export type Words = string | readonly (string | Run)[]

/** A story in an email: large with its picture above, or a row with a small picture beside the title. */
export type StoryBlock = {
  kind: 'story'
  size: 'large' | 'row'
  title: string
  url: string
  /** The line above the title, such as the publication. */
  above: string
  subTitle: string
  excerpt: string
  /** The author and the reading time. */
  below: Words
  picture?: MailPicture
}

/** A picture with an absolute http or https address, and its size in pixels, if known. */
export type MailPicture = { url: string; alt: string; width?: number; height?: number }

/** The building blocks of an email. */
export type Block =
  | StoryBlock
  /** The line below a title. */
  | { kind: 'subtitle'; words: string }
  /** A list of links. */
  | { kind: 'links'; entries: readonly { label: string; url: string; about?: string }[] }
  | { kind: 'code'; text: string }
  | { kind: 'heading'; words: Words }
  | { kind: 'paragraph'; words: Words }
  /** Small print, such as how long a link is valid. */
  | { kind: 'note'; words: Words }
  | { kind: 'list'; entries: readonly Words[]; isNumbered?: boolean }
  /** The address is also shown below for copying, unless hidden. */
  | { kind: 'button'; label: string; url: string; isAddressHidden?: boolean }
  /** `url` is absolute, http or https; `alt` is empty for decoration. */
  | { kind: 'picture'; url: string; alt: string; linkUrl?: string; caption?: Words }
  | { kind: 'quote'; words: Words; source?: Words }
  /** A story's author, with the picture beside the name. */
  | { kind: 'byline'; words: Words; picture?: MailPicture }
  /** A story's text that `story-html/mail-html.ts` has written; nothing else may make this block. */
  | { kind: 'written'; html: string; text: string }
  /** Separates the parts of an email. */
  | { kind: 'divider' }

/** The site that sends an email. */
export type MailSite = Pick<Context, 'productName' | 'publicUrl' | 'contactEmail' | 'categories'> & {
  site: { now: Pick<SiteSettings, 'accent' | 'logo'> }
}

/** The content of an email, before it is written as HTML and as text. */
export type MailText = {
  subject: string
  /** The preview text that an inbox shows beside the subject. */
  preview: string
  heading: string
  /** The heading's link, if it is a story's title. */
  headingUrl?: string
  /** The line above the heading, such as the publication. */
  above?: Words
  /** A link at the very top, such as to read the email in the browser. */
  topLink?: { label: string; url: string }
  blocks: readonly Block[]
  /** Why this person gets this email, below everything else. */
  reason: Words
  /** Links below the reason, such as unsubscribing or reading in the browser. */
  footerLinks?: readonly { label: string; url: string }[]
}
