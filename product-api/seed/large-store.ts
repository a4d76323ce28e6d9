import type pg from 'pg'
import { ownSlug, siteCategories, slugsOf } from '#contract/categories.ts'
import type { Database } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { distinctWords, searchableText } from '#stories/search-index/fold-text.ts'
import { updateSitemapParts } from '#stories/sitemap/sitemap.ts'
import { excerpt } from '#story-html/excerpt.ts'
import { countWords } from '#story-html/reading-time.ts'
import { slugify } from '#story-html/slugify.ts'

const batchSize = 1_000
const authorCount = 200
const publicationCount = 20
const storyWords = { least: 300, most: 900 }
const from = Date.UTC(2018, 0, 1)
const until = Date.UTC(2026, 9, 31)

type Options = {
  texts: string[]
  count: number
  random: () => number
  productName: string
  onProgress: (done: number) => void
}

/**
 * Fills an empty store with many stories made from these texts, past the services: for measuring, not for readers. Vectors
 * are made once a paragraph and put together in the database; the search index is built at the end.
 */
export async function fillLargeStore(database: Database, options: Options): Promise<void> {
  const paragraphs = prepareParagraphs(options.texts)
  const client = await database.pool.connect()
  try {
    const people = await insertPeople(client)
    await prepareTables(client, paragraphs)
    const plan = { ...options, authors: authorCount, publications: publicationCount }
    const stories = makeStories(paragraphs, {
      ...plan,
      categories: slugsOf(siteCategories(ownSlug(options.productName))),
    })
    const documents = new Map<string, number>()
    let done = 0
    for (const batch of inBatches(stories)) {
      await insertBatch(client, batch, people, done)
      for (const story of batch) countWordsOf(story, paragraphs, documents)
      done += batch.length
      options.onProgress(done)
    }
    await insertWords(client, documents)
    await finishTables(client)
  } finally {
    client.release()
  }
  await updateSitemapParts(database)
  await database.maintain()
}

type People = { authors: { id: string; name: string }[]; publications: string[] }

async function insertPeople(client: pg.PoolClient): Promise<People> {
  const born = new Date(Date.UTC(2018, 0, 1))
  const authors = Array.from({ length: authorCount }, (_, index) => ({ id: newId(born), name: `Writer ${index + 1}` }))
  await client.query(
    `insert into users (id, name, email, mailing_approved_at, created_at, updated_at)
     select id, name, replace(lower(name), ' ', '.') || '@example.com', $3, $3, $3 from unnest($1::uuid[], $2::text[]) as t (id, name)`,
    [authors.map(({ id }) => id), authors.map(({ name }) => name), born],
  )
  const publications = Array.from({ length: publicationCount }, () => newId(born))
  await client.query(
    `insert into publications (id, slug, name, owner_id, created_at)
     select id, 'publication-' || place, 'Publication ' || place, owner, $3
     from unnest($1::uuid[], $2::uuid[]) with ordinality as t (id, owner, place)`,
    [publications, authors.slice(0, publicationCount).map(({ id }) => id), born],
  )
  await client.query(
    'insert into publication_slugs (slug, publication_id, created_at) select slug, id, created_at from publications',
  )
  return { authors, publications }
}

async function prepareTables(client: pg.PoolClient, paragraphs: Paragraph[]) {
  await client.query(`
    create temporary table made_paragraphs (place int primary key, html text, body text, vector tsvector);
    create aggregate pg_temp.joined (tsvector) (sfunc = tsvector_concat, stype = tsvector, initcond = '');
    create temporary table dropped_index as select indexdef from pg_indexes where indexname = 'search_documents_vector';
    drop index search_documents_vector`)
  for (let start = 0; start < paragraphs.length; start += batchSize) {
    const batch = paragraphs.slice(start, start + batchSize)
    await client.query(
      `insert into made_paragraphs
       select $1 + place - 1, html, body, setweight(to_tsvector('english', searchable), 'D')
       from unnest($2::text[], $3::text[], $4::text[]) with ordinality as t (html, body, searchable, place)`,
      [start, batch.map(({ html }) => html), batch.map(({ text }) => text), batch.map(({ searchable }) => searchable)],
    )
  }
  await client.query('analyze made_paragraphs')
}

async function insertBatch(client: pg.PoolClient, stories: MadeStory[], people: People, done: number) {
  const column = <T>(of: (story: MadeStory, index: number) => T) => stories.map(of)
  await client.query('begin')
  await client.query(
    `with given as (
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::uuid[],
                            $9::timestamptz[], $10::text[], $11::int[], $12::text[])
         as given (id, slug, title, sub_title, category, author_id, author_name, publication_id, published_at, excerpt,
                   word_count, paragraphs)
     ), stored as (
       insert into contents (id, slug, title, sub_title, category, author_id, publication_id, published_at, created_at,
                             updated_at, excerpt, word_count, is_draft, content, content_text)
       select id, slug, title, sub_title, category, author_id, publication_id, published_at, published_at, published_at,
              excerpt, word_count, false, made.html, made.body
       from given cross join lateral (
         select string_agg(html, '' order by nr) as html, string_agg(body, E'\\n' order by nr) as body
         from unnest(paragraphs::int[]) with ordinality as chosen (place, nr) join made_paragraphs using (place)
       ) as made
     )
     insert into search_documents (content_id, published_at, author, vector)
     select id, published_at, author_name, setweight(to_tsvector('english', title), 'A')
            || setweight(to_tsvector('english', sub_title || ' ' || author_name), 'B') || made.vector
     from given cross join lateral (
       select pg_temp.joined(vector order by nr) as vector
       from unnest(paragraphs::int[]) with ordinality as chosen (place, nr) join made_paragraphs using (place)
     ) as made`,
    [
      column(({ id }) => id),
      column(({ title }, index) => `${slugify(title) ?? 'story'}-${(done + index).toString(36)}`),
      column(({ title }) => title),
      column(({ subTitle }) => subTitle),
      column(({ category }) => category),
      column(({ author }) => people.authors[author]?.id),
      column(({ author }) => people.authors[author]?.name),
      column(({ publication }) => (publication === undefined ? null : people.publications[publication])),
      column(({ publishedAt }) => publishedAt),
      column((story) => story.excerpt),
      column(({ wordCount }) => wordCount),
      column(({ paragraphs }) => `{${paragraphs.join(',')}}`),
    ],
  )
  await client.query(
    `insert into content_slugs (slug, content_id, created_at)
     select slug, id, created_at from contents where id = any($1::uuid[])`,
    [column(({ id }) => id)],
  )
  await client.query('commit')
}

function countWordsOf(story: MadeStory, paragraphs: Paragraph[], documents: Map<string, number>) {
  const words = new Set(story.paragraphs.flatMap((place) => paragraphs[place]?.words ?? []))
  for (const word of words) documents.set(word, (documents.get(word) ?? 0) + 1)
}

async function insertWords(client: pg.PoolClient, documents: Map<string, number>) {
  await client.query(
    `insert into search_words (word, stem, documents)
     select word, stems[1], documents
     from unnest($1::text[], $2::int[]) as t (word, documents), ts_lexize('english_stem', word) as stems
     where stems <> '{}'`,
    [[...documents.keys()], [...documents.values()]],
  )
}

async function finishTables(client: pg.PoolClient) {
  const { rows } = await client.query<{ indexdef: string }>('select indexdef from dropped_index')
  await client.query('drop aggregate pg_temp.joined (tsvector); drop table made_paragraphs, dropped_index')
  await client.query('begin')
  await client.query("set local maintenance_work_mem = '256MB'")
  await client.query(rows[0]?.indexdef ?? '')
  await client.query('commit')
}

function* inBatches<T>(all: Iterable<T>): Generator<T[]> {
  let batch: T[] = []
  for (const one of all) {
    batch.push(one)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Paragraph = { text: string; html: string; searchable: string; words: string[]; count: number }

/** A story put together from paragraphs, without a person's writing in it. */
type MadeStory = {
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

function prepareParagraphs(texts: string[]): Paragraph[] {
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
function* makeStories(paragraphs: Paragraph[], plan: Plan): Generator<MadeStory> {
  const pick = (most: number) => Math.floor(plan.random() * most)
  for (let index = 0; index < plan.count; index++) {
    const publishedAt = new Date(from + Math.floor(((until - from) * (index + plan.random())) / plan.count))
    const wanted = storyWords.least + pick(storyWords.most - storyWords.least)
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
