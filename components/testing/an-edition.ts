import type { Edition } from '#contract/edition.ts'

export function anEdition(but: Partial<Edition> = {}): Edition {
  return {
    id: '01990000-0000-7000-8000-00000000000e',
    subject: 'Fiction, this week: A Lift at Night',
    about: 'Fiction, weekly',
    sent_at: '2026-03-04T08:00:00.000Z',
    listed: true,
    content: null,
    stories: [anEditionStory()],
    ...but,
  }
}

export function anEditionStory(but: Partial<Edition['stories'][number]> = {}): Edition['stories'][number] {
  return {
    slug: 'a-lift-at-night',
    title: 'A Lift at Night',
    sub_title: 'Nobody who rides in it knows',
    excerpt: 'A lift keeps count. It never tells.',
    category: 'fiction',
    category_tag: null,
    author_name: 'Inès Moreau',
    author_uuid: 'author-1',
    story_image: '/covers/a-lift-at-night.webp',
    image_alt: 'A grey band',
    reading_minutes: 4,
    ...but,
  }
}
