import { checkStory } from './check-story.ts'

const whole = {
  title: 'A title',
  subTitle: '',
  html: '<p>Words.</p>',
  storyImage: 'https://example.com/a.png',
  imageAlt: 'A cat',
}
const check = (story: Partial<typeof whole>) => checkStory({ ...whole, ...story }, 'https://our.example')
const kinds = (story: Partial<typeof whole>) => check(story).findings.map(({ kind }) => kind)

test('finds nothing in a whole story', () => {
  expect(check({})).toEqual({ findings: [], ownPaths: [] })
})

test.each([
  [{ title: ' ' }, ['no-title']],
  [{ html: '<p><br></p>' }, ['no-text']],
  [{ html: '<p><img src="/a.webp" alt="A dog"></p>' }, []],
  [{ storyImage: '', imageAlt: '' }, ['no-story-image']],
  [{ imageAlt: '' }, ['story-image-without-alt']],
  [{ html: '<p>There is <b>TK</b>.</p>' }, ['to-come']],
  [{ title: 'TKTK' }, ['to-come']],
  [{ html: '<p>ATK, TKs, tk and Tk</p>' }, []],
])('%j: %j', (story, expected) => {
  expect(kinds(story)).toEqual(expected)
})

test('counts pictures without a description', () => {
  expect(
    check({ html: '<p>a<img src="/a.webp" alt=""><img src="/b.webp"><img src="/c.webp" alt="c"></p>' }).findings,
  ).toEqual([{ kind: 'pictures-without-alt', count: 2 }])
})

test('says where something is to come', () => {
  expect(check({ html: '<p>It was TK years ago.</p>' }).findings).toEqual([
    { kind: 'to-come', places: ['It was TK years ago.'] },
  ])
})

test('names the paths of this site that are linked to, each once', () => {
  const html = [
    '/article/a#top',
    'https://our.example/article/a',
    'https://our.example/books?x',
    'https://other.example/b',
    'mailto:a@b.c',
    'https://[',
  ]
    .map((href) => `<a href="${href}">x</a>`)
    .join('')
  expect(check({ html }).ownPaths).toEqual(['/article/a', '/books'])
})
