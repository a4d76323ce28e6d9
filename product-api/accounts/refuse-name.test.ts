import { siteCategories } from '#contract/categories.ts'
import type { Actor } from '#platform/context.ts'
import { faultOfPersonName, refusePublicationName } from './refuse-name.ts'

const productName = 'Bytewise'
const categories = siteCategories('bytewise')
const admin: Actor = { id: 'a', name: 'Ada', email: 'ada@example.com', role: 'admin' }

const faultOf = (name: string, ctx: Parameters<typeof faultOfPersonName>[0] = { productName, categories }) =>
  faultOfPersonName(ctx, name)
const faultOfPublication = (name: string) => {
  try {
    refusePublicationName({ productName, categories }, name)
    return undefined
  } catch (fault) {
    return (fault as { fields: { name: string } }).fields.name
  }
}

test.each([
  ...[
    'Ada Lovelace',
    'Été',
    '漢字',
    'ß & co',
    'Night Shift',
    'Class of 1984',
    'I <3 Books',
    'Byte by byte',
    'Wise Words',
    'O’Brien',
  ],
  // Joiners and marks that these scripts need.
  ...['می‌خواهم', 'श्री', 'Nguyễn Thị', 'Ada 👩‍👩‍👧', 'สวัสดี'],
])('accepts %s', (name) => {
  expect(faultOf(name)).toBeUndefined()
  expect(faultOfPublication(name)).toBeUndefined()
})

test.each([
  ...[
    'Bytewise',
    'BYTEWISE',
    'The Bytewise Team',
    'B y t e w i s e',
    'Byte-wise',
    'Bytewise’s Best',
    'BytewiseOfficial',
  ],
  ...['Вytewise', 'Bytewіsе', 'ΒΥΤΕWΙSΕ', 'Byt3w1se', 'Bytevvise', 'ｂｙｔｅｗｉｓｅ', 'Býtéwïse', 'Bytewlse'],
])('refuses %s, which looks like the product’s name, except from administrators', (name) => {
  const sentence = 'This name could be taken for Bytewise itself. Please choose another one.'
  expect(faultOf(name)).toBe(sentence)
  expect(
    faultOf(name, { productName, categories, actor: admin } as Parameters<typeof faultOfPersonName>[0]),
  ).toBeUndefined()
})

test('matches a short product name as a whole word only', () => {
  const short = { productName: 'Read', categories: siteCategories('read') }
  for (const name of ['Read', 'Read Team', 'R-e-a-d', 'Read’s Best']) expect(faultOf(name, short)).toBeDefined()
  for (const name of ['Reading', 'Bread', 'Threads']) expect(faultOf(name, short)).toBeUndefined()
})

test.each([
  ['Night\u200bShift', 'Please leave invisible characters out of the name.'],
  ['Night\u200dShift', 'Please leave invisible characters out of the name.'],
  ['Night\u00adShift', 'Please leave invisible characters out of the name.'],
  ['tfihS\u202e', 'Please leave invisible characters out of the name.'],
  ['ㅤㅤa', 'Please leave invisible characters out of the name.'],
  [`Z${'\u0300'.repeat(12)}algo`, 'Please use fewer accents in the name.'],
  ['<b>x</b>', 'Please leave HTML out of the name.'],
  ['x<script>', 'Please leave HTML out of the name.'],
  ['..', 'A name has at least one letter or digit.'],
  ['…', 'A name has at least one letter or digit.'],
  ['— / —', 'A name has at least one letter or digit.'],
  ['☃', 'A name has at least one letter or digit.'],
])('refuses the unreadable name %j', (name, sentence) => {
  expect(faultOf(name)).toBe(sentence)
})

test.each(['new', 'Search', 'New Story', 'about us', 'Profile', 'sitemap.xml', 'API', 'Admin', 'Sudoku', 'Lοgin'])(
  'refuses %s as the name of a publication, but not of a person',
  (name) => {
    expect(faultOf(name)).toBeUndefined()
    expect(faultOfPublication(name)).toBe('This is the name of a page of the site. Please choose another one.')
  },
)

test.each(['Fiction', 'Technolоgy', 'book summaries', 'Book  Essay', 'books', 'All Stories', 'F1ction'])(
  'refuses %s, a category, as the name of a publication, but not of a person',
  (name) => {
    expect(faultOf(name)).toBeUndefined()
    expect(faultOfPublication(name)).toMatch(
      /^This is the name of a (category|page of the site)\. Please choose another one\.$/,
    )
  },
)

test('refuses a publication without a letter, but not a person', () => {
  expect(faultOf('1984')).toBeUndefined()
  expect(faultOfPublication('1984')).toBe('The name of a publication has at least one letter.')
})
