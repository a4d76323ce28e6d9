import type { Metadata } from 'next'
import { Fragment, type ReactNode } from 'react'
import { ask } from '#app/failure-answer.tsx'
import { withReachableScrollers } from '#components/article/story-body.tsx'
import { ProsePage } from '#components/ui/page-layouts.tsx'
import type { SitePage } from '#contract/site-pages.ts'
import type { SiteText } from '#contract/site-texts.ts'
import { read } from '#lib/api/read.ts'
import { sanitisedStory } from '#lib/sanitised-story.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { plainText } from '#story-html/plain-text.ts'
import { builtInText, listPlace } from './built-in-texts.ts'

type Path = `/${SitePage}`
/** Lists that the program makes, by the name that the built-in text gives their places. */
type Lists = Record<string, { title: string; list: ReactNode }>

/**
 * A page with the text that administrators have published for it, or else with its built-in one. A numbered heading has an
 * id, e.g. `section-3`.
 */
export async function TextPage({ path, lists = {} }: { path: Path; lists?: Lists }) {
  const own = await findOwnText(path)
  if (own) return <OwnText text={own} lists={lists} />
  const { title, intro, changed, html } = await builtInText(pageAt(path))
  const sections = html.replace(
    /<h2>(\d+)(.*?)(?=<h2>|$)/gs,
    '<section aria-labelledby="section-$1"><h2 id="section-$1">$1$2</section>',
  )
  const shown = { title, intro, changed }
  if (Object.keys(lists).length === 0) return <ProsePage {...shown} trustedHtml={sections} />
  return (
    <ProsePage {...shown}>
      {sections.split(listPlace).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page are always the same ones
        <Fragment key={at}>{isListName(at) ? lists[part]?.list : <Html html={part} />}</Fragment>
      ))}
    </ProsePage>
  )
}

/** Splitting at the places puts their names between the parts of the text. */
function isListName(at: number): boolean {
  return at % 2 === 1
}

export async function textMetadata(path: Path): Promise<Metadata> {
  const own = await findOwnText(path)
  if (!own) {
    const { title, description } = await builtInText(pageAt(path))
    return pageMetadata({ title, description, path })
  }
  const { title, intro, html } = own
  return pageMetadata({ title, description: intro || excerpt(plainText(html)), path })
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function OwnText({ text: { title, intro, html, published_at }, lists }: { text: SiteText; lists: Lists }) {
  // The product API sanitises as well, but it may be replaced by another one.
  const clean = withReachableScrollers(sanitisedStory(html)).replace(/<h2>(?=(\d+))/g, '<h2 id="section-$1">')
  const shown = { title, intro, changed: day.format(new Date(published_at)) }
  if (Object.keys(lists).length === 0) return <ProsePage {...shown} trustedHtml={clean} />
  return (
    <ProsePage {...shown}>
      <Html html={clean} />
      {Object.values(lists).map(({ title, list }) => (
        <Fragment key={title}>
          <h2>{title}</h2>
          {list}
        </Fragment>
      ))}
    </ProsePage>
  )
}

/** Without an answer the built-in text is shown: a page about the site is there at all times. */
async function findOwnText(path: Path): Promise<SiteText | undefined> {
  const asked = await ask(read('GET /texts/:page', { params: { page: pageAt(path) } }))
  return asked.ok ? asked.value.body : undefined
}

function pageAt(path: Path): SitePage {
  return path.slice(1) as SitePage
}

function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own files, or sanitised
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
