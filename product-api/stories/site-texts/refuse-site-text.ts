import { sitePageTitle } from '#contract/site-pages.ts'
import type { Db } from '#platform/db/client.ts'
import { Problem } from '#platform/problem.ts'
import { findPageOfDraft } from './repository.ts'

/** @throws Problem `not_possible` for the draft of a text of the site: it never becomes a public story itself. */
export async function refuseSiteText(tx: Db, contentId: string): Promise<void> {
  const page = await findPageOfDraft(tx, contentId)
  if (!page) return
  const detail = `This is the text of the page ${sitePageTitle(page)}. Publish it with the editor’s own button or at Settings.`
  throw new Problem('not_possible', { detail })
}
