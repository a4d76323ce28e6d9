import { emptyText } from '#contract/story-fields.ts'
import type { WorkingCopy } from '#contract/story-writing.ts'

const draft: WorkingCopy = {
  ...emptyText,
  _id: '01990000-0000-7000-8000-000000000001',
  id: '01990000-0000-7000-8000-000000000001',
  slug: 'a-lift-at-night',
  title: 'A Lift at Night',
  content: '<p>A lift keeps count.</p>',
  category: 'fiction',
  publication: null,
  publication_name: null,
  author_uuid: 'reader-1',
  author_name: 'Ada Reader',
  isDraft: true,
  has_unpublished_changes: false,
  sendNewsletter: false,
  publish_at: null,
  next_slug: null,
  deleted_at: null,
  site_page: null,
  published_at: null,
  updated_at: '2026-03-04T08:00:00Z',
  version: 1,
}

export function aWorkingCopy(but: Partial<WorkingCopy> = {}): WorkingCopy {
  return { ...draft, ...but }
}
