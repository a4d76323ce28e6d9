import { type OwnStory, readers } from '#contract/readers.ts'
import type { SignedInContext } from '#platform/context.ts'
import { answerDownload } from '#platform/http/answer-file.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint, linkNext } from '#platform/http/endpoint.ts'
import { presentCard, timeOf } from '../display/present.ts'
import { listOwnStories, type OwnStoryRow } from './list-own-stories.ts'
import {
  loadOwnPublication,
  loadOwnStory,
  readOwnWeek,
  readPublicationReaders,
  readStoryReaders,
} from './read-figures.ts'
import { nameCsv, writeCsv } from './write-csv.ts'

/** The calls by which writers learn of their readers. */
export function readersRoutes(api: Api): void {
  endpoint(api, readers.ownStories, async (ctx, call) => {
    const { rows, nextCursor } = await listOwnStories(ctx, call.query)
    if (nextCursor) linkNext(call, ['limit', 'sort', 'search', 'state'], nextCursor)
    return rows.map((row) => presentOwnStory(row, ctx))
  })
  endpoint(api, readers.ofStory, (ctx, { params, query }) => readStoryReaders(ctx, params.id, query.days))
  endpoint(api, readers.ofStoryAsCsv, async (ctx, { params, query }) => {
    const { id, slug } = await loadOwnStory(ctx, params.id)
    return answerDownload(nameCsv(slug, ctx.now()), writeCsv(ctx, { storyId: id }, query.days))
  })
  endpoint(api, readers.ofPublication, (ctx, { params, query }) =>
    readPublicationReaders(ctx, params.publication, query.days),
  )
  endpoint(api, readers.ofPublicationAsCsv, async (ctx, { params, query }) => {
    const { id, slug } = await loadOwnPublication(ctx, params.publication)
    return answerDownload(nameCsv(slug, ctx.now()), writeCsv(ctx, { publicationId: id }, query.days))
  })
  endpoint(api, readers.week, async (ctx) => {
    const { reads, readsBefore, newFollowers, followers } = await readOwnWeek(ctx)
    return { reads, reads_before: readsBefore, new_followers: newFollowers, followers }
  })
}

function presentOwnStory(row: OwnStoryRow, ctx: SignedInContext): OwnStory {
  return {
    ...presentCard(row, ctx),
    state: stateOf(row),
    publish_at: timeOf(row.publishAt),
    reads_7: row.reads7,
    reads_30: row.reads30,
    days: row.days,
    finished_30: row.finished30,
    subscribed_30: row.subscribed30,
    emails: row.emails,
  }
}

function stateOf({ isDraft, publishAt, isHeld }: OwnStoryRow): OwnStory['state'] {
  if (!isDraft) return isHeld ? 'held' : 'published'
  return publishAt ? 'planned' : 'draft'
}
