import { newId } from '#platform/db/id.ts'
import { distinctWords, searchableText } from '#stories/search-index/fold-text.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { countWords } from '#story-html/reading-time.ts'

export type Paragraph = { text: string; html: string; searchable: string; words: string[]; count: number }

/** A story put together from paragraphs, without a person's writing in it. */
export type MadeStory = {
  id: string
  title: string
  subTitle: string
  category: string
  /** Places in the lists of authors and publications; none for most publications. */
  author: number
  publication: number | undefined
  publishedAt: Date
  excerpt: string
  wordCount: number
  paragraphs: number[]
}

const words = { least: 300, most: 900 }
const from = Date.UTC(2018, 0, 1)
const until = Date.UTC(2026, 9, 31)

export function prepareParagraphs(texts: string[]): Paragraph[] {
  return texts.map((text) => ({
    text,
    html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
    searchable: searchableText(text),
    words: distinctWords(text),
    count: countWords(text),
  }))
}

type Plan = { count: number; authors: number; publications: number; categories: string[]; random: () => number }

/** Stories of 300 to 900 words, oldest first, evenly over some years. */
export function* makeStories(paragraphs: Paragraph[], plan: Plan): Generator<MadeStory> {
  const pick = (most: number) => Math.floor(plan.random() * most)
  for (let index = 0; index < plan.count; index++) {
    const publishedAt = new Date(from + Math.floor(((until - from) * (index + plan.random())) / plan.count))
    const wanted = words.least + pick(words.most - words.least)
    const chosen: number[] = []
    let wordCount = 0
    while (wordCount < wanted) {
      const place = pick(paragraphs.length)
      chosen.push(place)
      wordCount += paragraphs[place]?.count ?? 0
    }
    const text = (at: number) => paragraphs[chosen[at] ?? 0]?.text ?? ''
    yield {
      id: newId(publishedAt),
      title: firstWords(text(1), 4 + pick(6)),
      subTitle: firstWords(text(2), 8 + pick(8)),
      category: plan.categories[pick(plan.categories.length)] ?? 'books',
      author: pick(plan.authors),
      publication: plan.random() < 0.3 ? pick(plan.publications) : undefined,
      publishedAt,
      excerpt: excerpt(text(0)),
      wordCount,
      paragraphs: chosen,
    }
  }
}

function firstWords(text: string, count: number): string {
  const start = text.split(' ').slice(0, count).join(' ')
  return start.replace(/[^\p{L}\p{N}]+$/u, '')
}
