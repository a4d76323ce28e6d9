import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { type SitePage, sitePages } from './site-pages.ts'
import { inputOfFields } from './story-field-schemas.ts'

const Page = z.enum(Object.keys(sitePages) as [SitePage, ...SitePage[]])
const PageParam = z.object({ page: z.string().min(1).max(40).describe('e.g. `privacy-policy`') })

/** The text of a page as its readers see it. */
const SiteText = z.object({
  title: z.string(),
  intro: z.string().describe('empty if there is none'),
  html: z.string().describe('sanitised'),
  published_at: z.string(),
})
export type SiteText = z.infer<typeof SiteText>

/** The text of a page as administrators see it. */
const TextOnDesk = z.object({
  page: Page,
  title: z.string().describe('of the published text, or else of the one that came with the program'),
  draft: z
    .object({ slug: z.string(), version: z.int(), updated_at: z.string() })
    .nullable()
    .describe('a story, which the editor edits; null until somebody begins one'),
  published: z
    .object({
      at: z.string(),
      by: z.string().describe('the name of the administrator; empty if the account is gone'),
      version: z.int().describe('of the draft'),
    })
    .nullable()
    .describe('null while readers see the text that came with the program'),
  has_unpublished_changes: z.boolean().describe('the draft is not what readers see'),
})
export type TextOnDesk = z.infer<typeof TextOnDesk>

const { title, sub_title, content } = inputOfFields()

export const siteTexts = defineEndpoints({
  show: {
    call: 'GET /texts/:page',
    summary:
      'The text of a page that administrators have published; 404 while it has the text that came with the program',
    params: PageParam,
    response: SiteText,
    sameForAll: true,
    problems: ['not_found'],
  },
  list: {
    call: 'GET /dashboard/texts',
    summary: 'The pages whose text administrators can write, and what is published there',
    response: z.array(TextOnDesk),
    auth: 'admin',
  },
  begin: {
    call: 'POST /dashboard/texts/:page',
    summary:
      'The draft of a page’s text. If there is none, makes one from the published text, or else from the text that is sent along',
    params: PageParam,
    body: z.object({ title, intro: sub_title, html: content }),
    response: z.object({ slug: z.string().describe('of the draft') }),
    auth: 'admin',
    problems: ['not_found', 'too_large'],
  },
  publish: {
    call: 'POST /dashboard/texts/:page/publish',
    summary: 'Shows readers the present text of the draft',
    params: PageParam,
    body: z.object({ version: z.int().min(1).describe('of the draft that the caller has seen') }),
    response: TextOnDesk,
    auth: 'admin',
    problems: ['not_found', 'conflict', 'too_large'],
  },
  reset: {
    call: 'DELETE /dashboard/texts/:page',
    summary: 'Shows readers the text that came with the program again; the draft stays',
    params: PageParam,
    response: TextOnDesk,
    auth: 'admin',
    problems: ['not_found'],
  },
})
