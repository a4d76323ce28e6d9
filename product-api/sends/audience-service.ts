import { knownCategories, productCategory } from '#contract/categories.ts'
import { findEditable } from '../contents/find-editable.ts'
import type { SignedInContext } from '../context.ts'
import { Problem } from '../problem.ts'
import { findPublication } from '../publications/service.ts'
import { findAnnouncement } from './announce-story.ts'
import { countList, countPeople } from './audience-repository.ts'

/** Up to so many each person is counted once; that takes some milliseconds. */
const exactMost = 20_000

type Asked = { category?: string | undefined; publication?: string | undefined; story?: string | undefined }

/**
 * To how many a story would be mailed if it were published now, with the caller as its author, or the author it has.
 * @throws Problem `bad_request` naming what does not exist, `not_found` for a story that is not the caller's.
 */
export async function countAudience(ctx: SignedInContext, asked: Asked) {
  const story = asked.story ? await findEditable(ctx, asked.story) : undefined
  const category = asked.category || productCategory(ctx.productName)
  if (!knownCategories(ctx.productName).includes(category)) throw wrong('category', 'This category does not exist.')
  const publication = asked.publication ? await findPublication(ctx, asked.publication) : undefined
  if (asked.publication && !publication) throw wrong('publication', 'We can’t find this publication.')
  const authorId = story ? story.authorId : ctx.actor.id
  const sentAt = story ? await findAnnouncement(ctx.db, story.id) : undefined

  const about = { id: story?.id ?? '', category, authorId, publicationId: publication?.id ?? null }
  const all = ['daily', 'weekly', 'published']
  const lists = [
    ...(authorId ? [countList(ctx.db, `author:${authorId}`, all)] : []),
    ...(publication ? [countList(ctx.db, `publication:${publication.id}`, all)] : []),
    ...[category, 'all'].map((list) => countList(ctx.db, `category:${list}`, ['published'])),
  ]
  const most = (await Promise.all(lists)).reduce((sum, count) => sum + count, 0)
  const isExact = most <= exactMost
  const count = isExact
    ? await countPeople(ctx.db, { kind: 'story', category: null, frequency: null, story: about }, ctx.now())
    : most
  return { count, isExact, sent_at: sentAt?.toISOString() ?? null }
}

function wrong(field: string, fault: string): Problem {
  return new Problem('bad_request', { detail: fault, fields: { [field]: fault } })
}
