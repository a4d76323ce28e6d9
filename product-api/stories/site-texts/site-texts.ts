import { ownCategory } from '#contract/categories.ts'
import { type SitePage, sitePages } from '#contract/site-pages.ts'
import { tags } from '#contract/tags.ts'
import { uploadIdsIn } from '#files/uploads.ts'
import { recordAudit } from '#platform/audit.ts'
import { recordChange } from '#platform/change-feed/change-feed.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { addStory } from '../create-story.ts'
import { loadStoryForUpdate } from '../load-story.ts'
import { applyChange, refuseEmpty } from '../write/edited-text.ts'
import { findStory, saveRevision } from '../write/repository.ts'
import {
  findSiteText,
  type ListedSiteText,
  listSiteTexts,
  lockSiteText,
  markSiteText,
  type SiteTextRow,
} from './repository.ts'

/** A text as a page shows it; `html` as it is given, or sanitised if it comes from here. */
type PageText = { title: string; intro: string; html: string }
type PublishedText = PageText & { publishedAt: Date }
export type PageOnDesk = Omit<ListedSiteText, 'page'> & { page: SitePage }

const noCopy = {
  ...{ title: null, intro: null, content: null, publishedAt: null, publishedBy: null, publishedVersion: null },
  uploadIds: [],
}

/** The published text of a page. @throws Problem `not_found` while the page has its built-in text. */
export async function readSiteText({ db }: Context, page: SitePage): Promise<PublishedText> {
  const row = await findSiteText(db, page)
  const text = row && publishedOf(row)
  if (!text) throw notFound('text')
  return text
}

/** All pages in the order of the contract, also those that nobody has written for. */
export async function listPages({ db }: Pick<Context, 'db'>): Promise<PageOnDesk[]> {
  const rows = await listSiteTexts(db)
  return (Object.keys(sitePages) as SitePage[]).map(
    (page) => rows.find((row) => row.page === page) ?? { ...noCopy, page, draft: null },
  )
}

/**
 * The slug of the draft of a page's text. If there is none, or it was deleted, makes one: from the published text if there
 * is one, or else from `builtIn`. The draft has no author, so that nobody but an administrator may touch it.
 * @throws Problem `bad_request` or `too_large` as for any story.
 */
export function beginSiteText(ctx: SignedInContext, page: SitePage, builtIn: PageText): Promise<{ slug: string }> {
  const begin = async (tx: Db) => {
    const row = await lockSiteText(tx, page)
    const draft = row.contentId ? await findStory(tx, row.contentId) : undefined
    if (draft && !draft.deletedAt) return { id: draft.id, slug: draft.slug }
    const published = publishedOf(row)
    const { title, intro, html } = published ?? builtIn
    const text = { title, subTitle: intro, content: html, category: ownCategory(ctx.categories), isDraft: true }
    const { id, slug, version } = await addStory(ctx, tx, text, { authorId: null })
    await markSiteText(tx, page, { contentId: id, ...(published && { publishedVersion: version }) })
    return { id, slug }
  }
  return transaction(ctx.db, begin, { isThere: async ({ id }) => (await findStory(ctx.db, id)) !== undefined })
}

/**
 * Copies the draft to the page, where readers see it from now on; the draft stays a draft. Does nothing if this version is
 * published already.
 * @throws Problem `not_found` without a draft, `conflict` if the draft is no longer `version`, and `bad_request` naming
 * `title` or `content` if it is empty.
 */
export async function publishSiteText(ctx: SignedInContext, page: SitePage, version: number): Promise<void> {
  const publish = async (tx: Db) => {
    const { contentId, publishedVersion } = await lockSiteText(tx, page)
    if (!contentId) throw notFound('draft')
    const open = await loadStoryForUpdate(ctx, tx, contentId)
    if (open.version !== version) {
      const detail = 'The text was changed in the meantime. Please load the page again, and look at it once more.'
      throw new Problem('conflict', { detail })
    }
    if (publishedVersion === version) return
    // Sanitised by today's rules: they may have changed since the text was saved.
    const text = applyChange(open.text, {})
    refuseEmpty(text)
    const now = ctx.now()
    const { title, subTitle: intro, content } = text
    await markSiteText(tx, page, {
      ...{ title, intro, content, publishedAt: now, publishedBy: ctx.actor.id, publishedVersion: version },
      uploadIds: uploadIdsIn(content),
    })
    await saveRevision(tx, { contentId, version, kind: 'publish', text, at: now, authorId: ctx.actor.id })
    await recordAudit(ctx, tx, { action: 'site_text_published', details: { page, title } })
    await recordChange(ctx, tx, [tags.site])
  }
  const isThere = async () => (await findSiteText(ctx.db, page))?.publishedVersion === version
  await transaction(ctx.db, publish, { isThere })
}

/** Shows readers the built-in text again; the draft stays. Does nothing if they see it already. */
export async function resetSiteText(ctx: SignedInContext, page: SitePage): Promise<void> {
  const reset = async (tx: Db) => {
    const { publishedAt } = await lockSiteText(tx, page)
    if (!publishedAt) return
    await markSiteText(tx, page, noCopy)
    await recordAudit(ctx, tx, { action: 'site_text_reset', details: { page } })
    await recordChange(ctx, tx, [tags.site])
  }
  const isThere = async () => !(await findSiteText(ctx.db, page))?.publishedAt
  await transaction(ctx.db, reset, { isThere })
}

function publishedOf({ title, intro, content, publishedAt }: SiteTextRow): PublishedText | undefined {
  if (title === null || intro === null || content === null || publishedAt === null) return undefined
  return { title, intro, html: content, publishedAt }
}
