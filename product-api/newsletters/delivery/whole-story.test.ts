import PostalMime, { addressParser } from 'postal-mime'
import type { Actor } from '#platform/context.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, get, mails, send, withApi } from '#testing/api.ts'
import { anApprovedAuthor, aPublication } from '#testing/factories.ts'
import { aSubscriber, newsletterSender, newsletters } from '#testing/newsletters.ts'
import { edit, write } from '#testing/writers.ts'
import { sendDigests } from '../digest/send-digests.ts'

withApi()

const publish = (by: Actor, body: object = {}) => write(by, { isDraft: false, sendNewsletter: true, ...body })
const kilobyte = 1024

async function emailed(by: Actor, body: object = {}) {
  await aSubscriber({ following_author: by.id })
  await publish(by, body)
  const [mail] = await newsletters()
  if (!mail) throw new Error('No one was emailed')
  return mail
}

describe('a story that is emailed as published', () => {
  test('comes whole, with its author, its publication, its date and its reading time', async () => {
    const by = await anApprovedAuthor({ name: 'Ada Ferrante', profileImage: '/covers/author-ada.webp' })
    const publication = await aPublication({ by, name: 'The Island' })
    const upload = `/uploads/${'a'.repeat(32)}-1440x720.webp`
    const { html, text } = await emailed(by, {
      title: 'The lamp',
      sub_title: 'Above the door',
      publication: publication.slug,
      story_image: '/covers/the-lamp.webp',
      image_alt: 'A lamp',
      content: `<p>${'It turns all night. '.repeat(200)}</p><h2>The end</h2><p>See <a href="/article/two">two</a>.</p><p><img src="${upload}" alt="A chart"></p><table><tr><td>Cell</td></tr></table><p>Last words.</p>`,
    })
    for (const part of [html, text]) {
      expect(part).toContain('Above the door')
      expect(part).toContain('The end')
      expect(part).toContain('Last words.')
      expect(part).toContain('http://localhost:3000/article/two')
      expect(part).toContain('4 min read')
    }
    expect(html).toContain(`http://localhost:3000/publication/${publication.slug}`)
    expect(html).toContain('src="http://localhost:3000/covers/the-lamp-960.jpg" alt="A lamp"')
    expect(html).toContain('src="http://localhost:3000/covers/author-ada.jpg"')
    expect(html).toContain(`src="http://localhost:3000${upload.replace('1440x720.webp', '960x480.jpg')}" alt="A chart"`)
    expect(html.match(/<img/g)).toHaveLength(3)
    expect(html).not.toContain('.webp')
  })

  test('has the subject and the preview line that the writer chose, else its title and subtitle', async () => {
    const by = await anApprovedAuthor()
    const own = { email_subject: 'Who had the ladder?', email_preview: 'A letter, and a lamp' }
    const chosen = await emailed(by, { title: 'The lamp', sub_title: 'Above the door', ...own })
    expect(chosen.subject).toBe('Who had the ladder?')
    expect(chosen.html).toMatch(/overflow:hidden;">A letter, and a lamp/)
    expect(chosen.html).toContain('>The lamp</a></h1>')
    const usual = await emailed(by, { title: 'The other lamp', sub_title: 'Above the door' })
    expect(usual.subject).toBe('The other lamp')
    expect(usual.html).toMatch(/overflow:hidden;">Above the door/)
  })

  test('can be read whole in the archive, under its title: the subject stays in the inbox', async () => {
    const own = { email_subject: 'Who had the ladder?' }
    const { text } = await emailed(await anApprovedAuthor(), {
      title: 'The lamp',
      content: '<p>Last words.</p>',
      ...own,
    })
    const [, edition] = /newsletters\/([0-9a-f-]{36})/.exec(text) ?? []
    const shown = await (await get(`/newsletters/archive/${edition}`)).json()
    expect(shown).toMatchObject({ subject: 'The lamp', content: '<p>Last words.</p>' })
    expect(JSON.stringify(await (await get('/newsletters/archive')).json())).not.toContain('ladder')
  })

  test('of 300 KB is cut at a paragraph before Gmail would clip it, and says where it goes on', async () => {
    const paragraph = `<p>${'The lamp turns all night, and no one on the island sleeps. '.repeat(10)}</p>`
    const content = `${paragraph.repeat(500)}<p>The very last words.</p>`
    expect(content.length).toBeGreaterThan(290 * kilobyte)
    const { html, text, raw } = await emailed(await anApprovedAuthor(), { content })
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(95 * kilobyte)
    expect(Buffer.byteLength(html)).toBeGreaterThan(90 * kilobyte)
    expect(html).toContain('>Continue reading</a>')
    expect(html).toContain('>Unsubscribe</a>')
    expect(text).toContain('The very last words.')
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
  })

  test('of 60 pictures shows them all, in their order', async () => {
    const pictures = Array.from(
      { length: 60 },
      (_, index) => `<p>${index}</p><p><img src="/covers/p${index}.webp" alt="P${index}"></p>`,
    )
    const { html, text } = await emailed(await anApprovedAuthor(), { content: pictures.join('') })
    expect([...html.matchAll(/covers\/(p\d+)-960\.jpg/g)].map(([, name]) => name)).toEqual(
      pictures.map((_, index) => `p${index}`),
    )
    expect(text.match(/\[Picture: P\d+\]/g)).toHaveLength(60)
    expect(html).not.toContain('Continue reading')
  })

  test('stays harmless, whatever its writer sends', async () => {
    const { html, text } = await emailed(await anApprovedAuthor(), {
      title: '"><script>alert(1)</script>',
      content:
        '<p onclick="x()">Words</p><script>alert(1)</script><style>*{display:none}</style><iframe src="https://evil.test"></iframe><form action="https://evil.test"><input name="password"></form><p><img src="https://evil.test/pixel.gif" alt="x"><a href="javascript:alert(1)">y</a></p></td></tr></table></div>',
    })
    expect(html).not.toMatch(/<script|<iframe|<form|<input|evil\.test|javascript:|onclick|display:none}/)
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(text).not.toContain('evil.test')
    expect(html).toContain('>Unsubscribe</a>')
  })

  test('has no one’s own links in its text, even if its writer knows an earlier placeholder', async () => {
    const by = await anApprovedAuthor()
    await aSubscriber({ following_author: by.id })
    await publish(by, { content: '<p><a href="https://evil.test/?at=mark-7f3a91d2c4.invalid/preferences">x</a></p>' })
    const [mail] = await newsletters()
    expect(mail?.html).toContain('https://evil.test/?at=mark-7f3a91d2c4.invalid/preferences"')
  })

  test('that is changed while it is sent goes to the rest with the change', async () => {
    const by = await anApprovedAuthor()
    await Promise.all([1, 2, 3].map(() => aSubscriber({ following_author: by.id })))
    const { id } = await publish(by, { content: '<p>With a mistkae.</p>' })
    const stop = new AbortController()
    const sender = newsletterSender({ beforeHandingOver: async () => stop.abort() })
    const first = await sender.turn(stop.signal)
    await edit(by, id, { content: '<p>Without a mistake.</p>', isDraft: false })
    const rest = await sender.turn()
    expect(first.length + rest.length).toBe(3)
    expect(first.every(({ text }) => text.includes('mistkae'))).toBe(true)
    expect(rest.length).toBeGreaterThan(0)
    expect(rest.every(({ text }) => text.includes('Without a mistake.'))).toBe(true)
  })
})

describe('the sender of a story', () => {
  test.each([
    ['Ada Ferrante', 'Ada Ferrante via Bytewise'],
    ['Ada "Countess" King, Lovelace', 'Ada "Countess" King, Lovelace via Bytewise'],
    ['Zoë 🌊 Ünal', 'Zoë 🌊 Ünal via Bytewise'],
    ['مريم', 'مريم via Bytewise'],
    ['山田 花子', '山田 花子 via Bytewise'],
    ['a\r\nBcc: evil@z.test', 'a Bcc: evil at z.test via Bytewise'],
    ['\u202eevil\u2066', 'evil via Bytewise'],
    ['boss@bank.test', 'boss at bank.test via Bytewise'],
    ['x" <evil@z.test>, "y', 'x" <evil at z.test>, "y via Bytewise'],
    ['Bytewise', 'Bytewise'],
  ])('is named after its author, at the site’s own address: %j', async (name, shown) => {
    const by = await anApprovedAuthor()
    // Put where no call would let it through.
    await api().pool.query('update users set name = $1 where id = $2', [name, by.id])
    const { raw, from } = await emailed(by)
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    const parsed = await PostalMime.parse(raw)
    expect(parsed.from).toEqual({ name: shown, address: 'hello@bytewise.example' })
    expect(from).toBe('hello@bytewise.example')
    expect(head).toMatch(/^[\t\r\n\x20-\x7e]*$/)
    expect(head.match(/^(?:From|To|Bcc|Subject):/gim)).toHaveLength(3)
    const line = /^From: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? ''
    expect(addressParser(line.replace(/\r\n/g, ''))).toHaveLength(1)
    expect(parsed.headers.some(({ key }) => key === 'reply-to')).toBe(false)
  })
})

describe('replies to a story', () => {
  const allow = (by: Actor, takesReplies = true) =>
    send('POST', '/users/update-profile', { as: by.id, body: { takesReplies } })

  test('go to the author’s proven address if the author allows it, until they no longer do', async () => {
    const by = await anApprovedAuthor({ name: 'Ada, King', email: 'ada@example.com' })
    await allow(by)
    const [mail] = [await emailed(by)]
    expect(addressParser(mail?.headers['reply-to'] ?? '')).toEqual([{ name: 'Ada, King', address: 'ada@example.com' }])
    await allow(by, false)
    expect((await emailed(by)).headers).not.toHaveProperty('reply-to')
  })

  test('go to each story’s own author or to none, when several stories and a digest are sent at once', async () => {
    const ada = await anApprovedAuthor({ name: 'Ada', email: 'ada@example.com' })
    const eve = await anApprovedAuthor({ name: 'Eve' })
    const mary = await anApprovedAuthor({ name: 'Mary', email: 'mary@example.com' })
    for (const by of [ada, mary]) await allow(by)
    const follower = await aSubscriber(...[ada, eve, mary].map(({ id }) => ({ following_author: id })))
    const reader = await aSubscriber({ category: 'fiction', frequency: 'daily' })
    await sendDigests(api().context)
    for (const by of [ada, eve, mary]) await publish(by, { title: `By ${by.name}`, category: 'fiction' })
    await mails()
    passTime(2 * dayMs)
    await sendDigests(api().context)
    const sent = (await newsletters()).map(({ to, subject, headers }) => {
      const isDigest = to === reader.email
      return [isDigest ? 'digest' : `${subject} to ${to}`, addressParser(headers['reply-to'] ?? '')]
    })
    expect(sent.sort()).toEqual([
      [`By Ada to ${follower.email}`, [{ name: 'Ada', address: 'ada@example.com' }]],
      [`By Eve to ${follower.email}`, []],
      [`By Mary to ${follower.email}`, [{ name: 'Mary', address: 'mary@example.com' }]],
      ['digest', []],
    ])
  })

  test('do not go to an unproven address', async () => {
    const by = await anApprovedAuthor({ email: 'ada@example.com' })
    await allow(by)
    await aSubscriber({ following_author: by.id })
    await publish(by)
    await mails()
    await api().pool.query('update users set email_proven_at = null where id = $1', [by.id])
    expect((await newsletters()).every(({ headers }) => headers['reply-to'] === undefined)).toBe(true)
  })

  test('are part of what is signed', async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    })
    const by = await anApprovedAuthor()
    await allow(by)
    await aSubscriber({ following_author: by.id })
    await publish(by)
    const dkim = { domainName: 'bytewise.example', keySelector: 'news', privateKey: privateKey.toString() }
    const [mail] = await newsletters({ dkim })
    expect(mail?.headers['dkim-signature']?.replace(/\s/g, '')).toMatch(/h=from:reply-to:to:/)
  })
})
