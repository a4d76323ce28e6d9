import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { ImageAddress } from './person.ts'
import { Page, StoryCard } from './stories.ts'
import { atMost, fieldAnswers, fieldsOf, inputOfFields } from './story-field-schemas.ts'
import { historyFields, storyFieldNames } from './story-fields.ts'
import { storyLimits as limits } from './text-limits.ts'

const Nullable = z.string().nullable().default(null)
const StoryId = z.object({ id: z.string().min(1).max(limits.publication).describe('its id, or its slug') })

/**
 * A writer's input. The session determines the author: the specification's `userId`, `author_name`, `author_email`,
 * `author_uuid` and `author_image` are ignored.
 */
const StoryFields = z.object({
  ...inputOfFields(),
  publication: atMost({ subject: 'The name of a publication', most: limits.publication })
    .nullish()
    .describe('its slug or its name; empty for none'),
  articleImage: ImageAddress.nullish().describe('the same as story_image'),
  slug: atMost({ subject: 'The address of a story', most: limits.slug })
    .optional()
    .describe('else made from the title'),
  isDraft: z.boolean().optional(),
  sendNewsletter: z.boolean().optional(),
  publish_at: z.iso
    .datetime({ offset: true, error: 'Please give a date and a time.' })
    .max(40)
    .nullish()
    .describe('when it publishes itself; null takes the plan back'),
})

const NewStory = StoryFields.extend({
  draft_key: z.uuid().max(36).optional().describe('made by the editor: the same story sent again is not a second one'),
})
const StoryEdit = StoryFields.extend({
  version: z.int().min(1).optional().describe('the version that was edited; a stale one answers 409 with `current`'),
})
const Expected = z.object({ version: z.int().min(1).optional() })

/** The answer to a write. */
const Written = z.object({
  _id: z.string(),
  id: z.string(),
  slug: z.string(),
  version: z.int(),
  isDraft: z.boolean(),
  updated_at: z.string(),
})
export type Written = z.infer<typeof Written>

/**
 * The text that its writer edits: a draft itself; for a published story, its changes that are not public yet, if
 * there are any.
 */
export const WorkingCopy = z.object({
  _id: z.string(),
  id: z.string(),
  slug: z.string(),
  next_slug: Nullable.describe('the slug that a published story gets when the text beside it is published'),
  ...fieldsOf(storyFieldNames, fieldAnswers),
  publication: Nullable.describe('its slug'),
  publication_name: Nullable,
  author_uuid: Nullable,
  author_name: z.string(),
  isDraft: z.boolean().describe('whether readers see no version of it'),
  has_unpublished_changes: z.boolean().describe('a published story with a text beside it'),
  sendNewsletter: z.boolean(),
  publish_at: Nullable,
  published_at: Nullable,
  updated_at: z.string(),
  deleted_at: Nullable.describe('only administrators see a deleted story'),
  site_page: Nullable.describe('the page of the site whose text this is, e.g. `privacy-policy`; it stays a draft'),
  version: z.int(),
})
export type WorkingCopy = z.infer<typeof WorkingCopy>

/** A draft as its list shows it. */
const Draft = StoryCard.extend({ publish_at: Nullable })
export type Draft = z.infer<typeof Draft>

/** A stored version of a story. */
const Revision = z.object({
  _id: z.string(),
  version: z.int(),
  /** Why it was stored. */
  kind: z.enum(['save', 'publish', 'restore', 'discard']),
  title: z.string(),
  word_count: z.int(),
  saved_at: z.string(),
  saved_by: z.string().describe('a name; empty if the account is gone'),
})
export type Revision = z.infer<typeof Revision>
const WholeRevision = Revision.extend({
  ...fieldsOf(historyFields, fieldAnswers),
})
export type WholeRevision = z.infer<typeof WholeRevision>

const RevisionId = StoryId.extend({ revision: z.string().min(1).max(64) })

const editing = {
  params: StoryId,
  body: StoryEdit,
  response: Written,
  auth: 'user',
  problems: ['forbidden', 'not_found', 'conflict', 'not_possible', 'too_large', 'too_many_requests', 'exists_already'],
} as const

export const storyWriting = defineEndpoints({
  create: {
    call: 'POST /contents',
    summary: 'A new story, a draft unless `isDraft` is false',
    body: NewStory,
    response: Written,
    auth: 'user',
    problems: ['forbidden', 'exists_already', 'too_large', 'too_many_requests'],
  },
  update: {
    call: 'PUT /contents/:id',
    summary:
      'Changes what is named. `isDraft: false` publishes; `isDraft: true` saves, beside the public text where there is one',
    ...editing,
  },
  updateByPost: { call: 'POST /contents/:id', summary: 'The same as PUT', ...editing },
  remove: {
    call: 'DELETE /contents/:id',
    summary: 'Deletes a story; an administrator can bring it back for 30 days',
    params: StoryId,
    response: z.object({ message: z.string() }),
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  undelete: {
    call: 'POST /contents/:id/undelete',
    summary: 'Brings a deleted story back',
    params: StoryId,
    response: Written,
    auth: 'admin',
    problems: ['not_found'],
  },
  unpublish: {
    call: 'POST /contents/:id/unpublish',
    summary: 'Makes a published story a draft again; it keeps its slug, unless its unpublished changes ask for another',
    params: StoryId,
    body: Expected,
    response: Written,
    auth: 'user',
    problems: ['forbidden', 'not_found', 'conflict'],
  },
  duplicate: {
    call: 'POST /contents/:id/duplicate',
    summary: 'A new draft of the caller’s with the same text',
    params: StoryId,
    response: Written,
    auth: 'user',
    problems: ['forbidden', 'not_found', 'too_many_requests'],
  },
  discard: {
    call: 'POST /contents/:id/discard',
    summary: 'Discards the unpublished changes of a published story; they stay among the revisions',
    params: StoryId,
    body: Expected,
    response: Written,
    auth: 'user',
    problems: ['forbidden', 'not_found', 'conflict'],
  },
  workingCopy: {
    call: 'GET /contents/:id/working-copy',
    summary: 'The text of a story as its writer edits it',
    params: StoryId,
    response: WorkingCopy,
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  drafts: {
    call: 'GET /contents/:userId/drafts',
    summary: 'The drafts of a person, the last written first; for themselves and administrators',
    params: z.object({ userId: z.string().min(1).max(64) }),
    query: Page,
    response: z.array(Draft),
    auth: 'user',
    problems: ['not_found'],
  },
  revisions: {
    call: 'GET /contents/:id/revisions',
    summary: 'The revisions of a story, newest first',
    params: StoryId,
    query: Page,
    response: z.array(Revision),
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  revision: {
    call: 'GET /contents/:id/revisions/:revision',
    summary: 'One revision of a story',
    params: RevisionId,
    response: WholeRevision,
    auth: 'user',
    problems: ['forbidden', 'not_found'],
  },
  restore: {
    call: 'POST /contents/:id/revisions/:revision/restore',
    summary: 'Restores a revision as the text being edited, as a new revision; nothing public changes',
    params: RevisionId,
    body: Expected,
    response: Written,
    auth: 'user',
    problems: ['forbidden', 'not_found', 'conflict', 'too_large', 'too_many_requests'],
  },
})
