import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify'
import PostalMime from 'postal-mime'
import { htmlErrors } from '#e2e/support/html-checker.ts'
import { addressesIn, mailFaults } from '#e2e/support/mail-faults.ts'
import { dayMs, passTime } from '#testing/accounts.ts'
import { api, get, withApi } from '#testing/api.ts'
import { anAuthor, aPublication, aStory } from '#testing/factories.ts'
import { aSubscriber, type Newsletter, newsletters } from '#testing/newsletters.ts'
import { sendDigests } from './send-digests.ts'

withApi()

// The other kinds of email go through the running product (e2e/every-mail-is-valid.spec.ts), where no test can wait for
// a morning.

const site = 'http://localhost:3000'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const dkim = {
  domainName: 'bytewise.example',
  keySelector: 'news',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

/** The digest of a reader who follows a category, an author and a publication that all have something new. */
async function aDigest(): Promise<Newsletter> {
  const by = await anAuthor({ name: 'Ada' })
  const publication = await aPublication({ by, name: 'Night shift' })
  await aSubscriber(
    { category: 'technology', frequency: 'daily' },
    { following_author: by.id, frequency: 'daily' },
    { following_publication: publication.slug, frequency: 'daily' },
  )
  // Works out the next morning.
  await sendDigests(api().context)
  const publishedAt = api().context.now()
  const cover = { storyImage: '/covers/a-lamp.webp', publishedAt }
  await aStory({ title: 'About “chips” & more 🌊', category: 'technology', ...cover, imageAlt: 'A lamp' })
  await aStory({ title: 'By Ada', by, ...cover })
  await aStory({ title: 'Of the night', by, publicationId: publication.id, publishedAt })
  passTime(dayMs)
  await sendDigests(api().context)
  const [mail, ...others] = await newsletters({ dkim })
  expect(others).toEqual([])
  if (!mail) throw new Error('no digest')
  return mail
}

/** The API call that a page of the site makes; undefined for a page that makes none. */
function shownAt(address: string): string | undefined {
  const [, room = '', name = ''] =
    /^\/(article|profile|newsletters|subscription\/unsubscribe|subscription\/preferences)\/([\w-]+)(?:\?scope=digests|\?from=newsletter)?$/.exec(
      address.slice(site.length),
    ) ?? []
  const calls: Record<string, string> = {
    article: '/contents/slug/',
    profile: '/users/profile/',
    newsletters: '/newsletters/archive/',
    'subscription/unsubscribe': '/newsletters/subscription/',
    'subscription/preferences': '/newsletters/preferences/',
  }
  return room && `${calls[room]}${name}`
}

test('a digest is a valid email: one recipient, signed, both parts alike, valid HTML', async () => {
  const mail = await aDigest()
  const { to } = await PostalMime.parse(mail.raw)
  expect(
    mailFaults({ ...mail, recipients: [mail.to], to: to?.map(({ address = '' }) => address) ?? [] }, site),
  ).toEqual([])
  expect(htmlErrors([{ name: mail.subject, html: mail.html }]) ?? []).toEqual([])
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
  const { results } = await dkimVerify(Buffer.from(mail.raw), { resolver: async () => [[record]] })
  expect(results.map(({ status }) => status.result)).toEqual(['pass'])
})

test('all links of a digest work, and opening them ends nothing', async () => {
  const mail = await aDigest()
  const { links } = addressesIn(mail)
  const others: string[] = []
  for (const link of links) {
    const call = shownAt(link)
    if (call) expect([call, (await get(call)).status]).toEqual([call, 200])
    else others.push(link)
  }
  expect(others.sort()).toEqual([site, `${site}/sudoku`, 'mailto:hello@bytewise.example'])
  const unsubscribe = links.find((link) => link.endsWith('?scope=digests')) ?? ''
  const ends = (await (await get(shownAt(unsubscribe) ?? '')).json()) as { ended: boolean; digests: string[] }
  expect(ends.ended).toBe(false)
  expect(ends.digests).toHaveLength(3)
})
