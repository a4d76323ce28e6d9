import fc from 'fast-check'
import type { SearchHit } from '#contract/stories.ts'
import { get, withApi } from '#testing/api.ts'
import { anAuthor, aStory, writing } from '#testing/factories.ts'
import { fold } from '../search-index/fold-text.ts'
import { updateStory } from '../write/edit-story.ts'
import { deleteStory } from '../write/withdraw-story.ts'

withApi()

async function search(text: string, more = '') {
  const response = await get(`/contents/search?content=${encodeURIComponent(text)}${more}`)
  expect(response.status).toBe(200)
  const hits = (await response.json()) as SearchHit[]
  return { hits, slugs: hits.map(({ slug }) => slug), response, corrected: correctedOf(response) }
}

function correctedOf(response: Response) {
  const header = response.headers.get('search-corrected')
  return header === null ? undefined : decodeURIComponent(header)
}

const marked = (segments: SearchHit['title'] | { text: string; match: boolean }[] | undefined) =>
  typeof segments === 'object' ? segments.map(({ text, match }) => (match ? `[${text}]` : text)).join('') : undefined

describe('what is found', () => {
  test('words in title, subtitle, author and body, the title first', async () => {
    const ada = await anAuthor({ name: 'Ada Lovelace' })
    await aStory({ by: ada, title: 'Engines', content: '<p>Cards and gears.</p>' })
    await aStory({ title: 'Looms', subTitle: 'Before engines', content: '<p>Threads.</p>' })
    await aStory({ title: 'Rivers', content: '<p>Boats have engines. Water.</p>' })
    expect((await search('engine')).slugs).toEqual(['engines', 'looms', 'rivers'])
    expect((await search('lovelace')).slugs).toEqual(['engines'])
    expect((await search('boats water')).slugs).toEqual(['rivers'])
    expect((await search('boats threads')).slugs).toEqual([])
  })

  test('not drafts, not deleted stories, and not words that were edited out', async () => {
    const by = await anAuthor()
    await aStory({ by, title: 'Draft zebra', isDraft: true })
    const gone = await aStory({ by, title: 'Deleted zebra' })
    await deleteStory(writing(by), gone.id)
    const edited = await aStory({ by, title: 'Edited zebra' })
    await updateStory(writing(by), edited.id, { title: 'Edited horse' })
    expect((await search('zebra')).slugs).toEqual([])
    expect((await search('horse')).slugs).toEqual(['edited-zebra'])
  })

  test('words that nearly every story has find nothing alone, and it says so', async () => {
    await aStory({ title: 'The office of Andrew', content: '<p>A lamp and a door.</p>' })
    for (const text of ['a', 'and', 'of', 'the', 'of the', '"of the"', 'the -door']) {
      const { slugs, response } = await search(text)
      expect([text, slugs, response.headers.get('search-too-common')]).toEqual([text, [], 'true'])
    }
    for (const text of ['of the office', 'andr', 'offi']) {
      const { slugs, response } = await search(text)
      expect([text, slugs, response.headers.get('search-too-common')]).toEqual([text, ['the-office-of-andrew'], null])
    }
  })

  test('other forms of a word, and words with or without accents', async () => {
    await aStory({ title: 'Running in Zürich', content: '<p>Un café crème.</p>' })
    for (const text of ['run', 'runs', 'zurich', 'ZÜRICH', 'cafe', 'CRÈME', 'creme']) {
      expect((await search(text)).slugs).toEqual(['running-in-zurich'])
    }
  })

  test('scripts without spaces', async () => {
    await aStory({ title: '吾輩は猫である', slug: 'cat', content: '<p>名前はまだ無い。</p>' })
    await aStory({ title: 'Война и мир', slug: 'war', content: '<p>Князь.</p>' })
    expect((await search('名前')).slugs).toEqual(['cat'])
    expect((await search('мир')).slugs).toEqual(['war'])
  })

  test('the beginning of the last word', async () => {
    await aStory({ title: 'Lighthouse keepers' })
    expect((await search('keepers ligh')).slugs).toEqual(['lighthouse-keepers'])
    expect((await search('ligh keepers')).slugs).toEqual([])
  })

  test('the word itself before words that only begin so', async () => {
    await aStory({ title: 'Category', publishedAt: new Date(2026, 0, 2), content: '<p>category category category</p>' })
    await aStory({ title: 'Cat', publishedAt: new Date(2026, 0, 1), content: '<p>x</p>' })
    expect((await search('cat')).slugs).toEqual(['cat', 'category-2'])
  })
})

describe('how one can ask', () => {
  test('a phrase, an exclusion, an alternative', async () => {
    await aStory({ title: 'One', content: '<p>The red lamp turns.</p>' })
    await aStory({ title: 'Two', content: '<p>The lamp is red.</p>' })
    await aStory({ title: 'Three', content: '<p>A green boat.</p>' })
    expect((await search('"red lamp"')).slugs).toEqual(['one'])
    expect((await search('lamp -turns')).slugs).toEqual(['two'])
    expect((await search('lamp -"red lamp"')).slugs).toEqual(['two'])
    expect((await search('turns or boat')).slugs.sort()).toEqual(['one', 'three'])
    expect((await search('"red lamp" or "green boat"')).slugs.sort()).toEqual(['one', 'three'])
  })

  test.each([
    '',
    ' ',
    '!!!',
    '"',
    '""',
    '-',
    '-lamp',
    'or',
    'or or',
    '& | ! ( )',
    ':*',
    "'",
    '\\',
    '%',
    'the',
    '-"a b"',
    '🦄',
  ])('%j finds nothing and is no fault', async (text) => {
    await aStory({ title: 'The lamp' })
    expect((await search(text)).slugs).toEqual([])
  })

  test.each([
    "lamp'; drop table contents; --",
    "lamp') | to_tsquery('x",
    'lamp & !(',
    'lamp:*A',
    'lamp <-> <2>',
    'lamp\\',
    'lamp " unclosed',
    `lamp ${'-'.repeat(150)}`,
    'lamp '.repeat(39),
  ])('%j is only text', async (text) => {
    await aStory({ title: 'The lamp' })
    expect((await search(text)).response.status).toBe(200)
    expect((await search('lamp')).slugs).toEqual(['the-lamp'])
  })

  test('refuses a text that is too long, and a bad cursor or limit, and names the field', async () => {
    for (const [query, field] of [
      [`content=${'a'.repeat(201)}`, 'content'],
      ['content=a&cursor=x', 'cursor'],
      [`content=a&cursor=${Buffer.from('offset.1000').toString('base64url')}`, 'cursor'],
      ['content=a&limit=0', 'limit'],
    ]) {
      const response = await get(`/contents/search?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { [field ?? '']: expect.any(String) } })
    }
  })
})

describe('mistyped words', () => {
  beforeEach(async () => {
    await aStory({
      title: 'The government of lighthouses',
      content: '<p>The world turns. Presidents sleep.</p>',
      slug: 'x',
    })
  })

  test.each([
    ['goverment', 'government'],
    ['govenrment', 'government'],
    ['wrold', 'world'],
    ['worldd', 'world'],
    ['lighthuose', 'lighthouses'],
    ['ligthouses', 'lighthouses'],
    ['prezidents', 'presidents'],
    ['lghthoses', 'lighthouses'],
  ])('%s is taken for %s', async (typed, meant) => {
    const { slugs, corrected } = await search(typed)
    expect(slugs).toEqual(['x'])
    expect(corrected).toBe(meant)
  })

  test('the rest of the query stays as it was', async () => {
    const { slugs, corrected } = await search('Turns "presidents sleep" goverment')
    expect(corrected).toBe('Turns "presidents sleep" government')
    expect(slugs).toEqual(['x'])
  })

  test.each([
    ['😀tosat', '😀toast'],
    ['😀😀 tosat 😀', '😀😀 toast 😀'],
    ['İİ (tosat) ß', 'İİ (toast) ß'],
    ['e\u0301e\u0301 tosat e\u0301', 'e\u0301e\u0301 toast e\u0301'],
    ['\u1112\u1161\u11ab tosat ﬁ', '\u1112\u1161\u11ab toast ﬁ'],
    ['語tosat', '語toast'],
    ['tosa\u0301t 👩‍👩‍👧', 'toast 👩‍👩‍👧'],
    ['goverment 😀 wrold', 'government 😀 world'],
  ])('%s becomes %s and keeps the rest as it was typed', async (typed, meant) => {
    await aStory({ title: 'Toast', content: '<p>Toast.</p>' })
    expect((await search(typed)).corrected).toBe(meant)
  })

  test('whatever is typed around a mistyped word, there is an answer and it stays', async () => {
    await aStory({ title: 'Toast', content: '<p>Toast.</p>' })
    const signs = [
      '😀',
      '𝕏',
      'İ',
      'ß',
      'ﬁ',
      'e\u0301',
      'q\u0303',
      '\u1112\u1161',
      '語',
      'ก',
      '\u0301',
      '\u200d',
      '\ufe0f',
      ' ',
    ]
    const noOtherWord = (text: string) => !/\p{Script=Latin}{4}/u.test(fold(text))
    const around = fc.oneof(
      fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((all) => all.join('')),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed().replaceAll('\0', '')),
    )
    await fc.assert(
      fc.asyncProperty(around, around, async (before, after) => {
        const { corrected } = await search(`${before} tosat ${after}`)
        if (corrected === undefined || /["-]/.test(before)) return
        // Any other word may be mistyped as well, such as 'toSt', which was once drawn from 'toString'.
        if (!noOtherWord(before) || !noOtherWord(after)) return
        expect(corrected.startsWith(before)).toBe(true)
        expect(corrected.endsWith(after)).toBe(true)
        expect(corrected).toContain('toast')
      }),
      { numRuns: 40, examples: [['', 'toSt']] },
    )
  })

  test.each(['turning', 'govern', 'the', 'wor', 'xyzzyplugh', 'wxyz', 'zzz'])('%s is left alone', async (text) => {
    expect((await search(text)).corrected).toBeUndefined()
  })
})

describe('pages and marks', () => {
  test.each([5, 4])('leads from page to page, once through all %i, and to no empty one', async (stories) => {
    const by = await anAuthor()
    for (let count = 0; count < stories; count++) await aStory({ by, title: `Lamp ${count}` })
    const seen: string[] = []
    let path: string | undefined = '/contents/search?content=lamp&limit=2'
    while (path) {
      const response: Response = await get(path)
      const hits = (await response.json()) as SearchHit[]
      expect(hits).not.toEqual([])
      seen.push(...hits.map(({ slug }) => slug))
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    }
    expect(new Set(seen).size).toBe(stories)
    expect(seen).toHaveLength(stories)
  })

  test('says in the original letters what matched', async () => {
    await aStory({ title: 'Running — to Zürich’s <b>café</b>', content: '<p>We run. Nothing & no one else.</p>' })
    const [hit] = (await search('run cafe zurich')).hits
    expect(marked(hit?.highlights?.title)).toBe('[Running] — to [Zürich]’s <b>[café]</b>')
    expect(marked(hit?.highlights?.excerpt)).toBe('We [run]. Nothing & no one else.')
  })

  test('the passage that matches replaces an excerpt that does not', async () => {
    await aStory({ title: 'Lamp', content: '<p>One. Two. Three has a whale.</p>' })
    const [hit] = (await search('whale')).hits
    expect(hit?.highlights).toEqual({
      title: [{ text: 'Lamp', match: false }],
      excerpt: [
        { text: 'Three has a ', match: false },
        { text: 'whale', match: true },
        { text: '.', match: false },
      ],
    })

    const [phrase] = (await search('"has a whale"')).hits
    expect(marked(phrase?.highlights?.excerpt)).toContain('[whale]')
  })
})
