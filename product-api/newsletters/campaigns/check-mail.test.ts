import { checkContent } from './check-mail.ts'

const sound = {
  subject: 'Fiction, this week',
  html: `<p>${'words '.repeat(50)}<a href="https://x.test">Unsubscribe</a></p>`,
  text: `${'words '.repeat(50)} Unsubscribe: https://x.test`,
}
const levels = (mail: Partial<typeof sound>) => checkContent({ ...sound, ...mail }).map(({ level }) => level)
const bads = (mail: Partial<typeof sound>) =>
  checkContent({ ...sound, ...mail })
    .filter(({ level }) => level !== 'good')
    .map(({ what }) => what)

describe('the check of an email', () => {
  test('finds no fault with a normal one', () => {
    expect(new Set(levels({}))).toEqual(new Set(['good']))
  })

  test.each<[string, Partial<typeof sound>, RegExp]>([
    ['is too long for Gmail', { html: sound.html + 'x'.repeat(103 * 1024) }, /clips emails at 102 KB, and/],
    ['has no text part', { text: 'Unsubscribe' }, /text part is missing/],
    ['is made of pictures', { html: `${'<img src="x">'.repeat(9)} unsubscribe` }, /mostly pictures/],
    ['can’t be ended', { html: '<p>words</p>' }, /unsubscribe link is missing/],
    ['has a long subject', { subject: 'word '.repeat(20) }, /phones show about 40/],
    ['is written in capitals', { subject: 'BUYING THIS TODAY PLEASE' }, /words in capitals/],
    ['is written in capitals of another alphabet', { subject: 'ÜBERALL SCHÖNES' }, /words in capitals/],
    ['calls out', { subject: 'Fiction this week!!' }, /several exclamation marks/],
    ['is about money', { subject: 'Fiction for $$' }, /several dollar signs/],
  ])('that it %s', (_, mail, sentence) => {
    expect(bads(mail)).toEqual([expect.stringMatching(sentence)])
  })

  test('reports each kind of shouting', () => {
    expect(bads({ subject: 'BUYING THIS TODAY PLEASE!!' })).toHaveLength(2)
  })
})
