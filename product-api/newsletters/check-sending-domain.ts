import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { MailFinding } from '#contract/sends.ts'
import type { Context } from '#platform/context.ts'
import { domainOf } from '#platform/mail/address.ts'

export type DomainFinding = MailFinding & { about: 'server' | 'spf' | 'dkim' | 'dmarc' }

const patienceMs = 2_000

/** Looks up the DNS records of the sending domain: SPF, DKIM and DMARC. */
export async function checkSendingDomain({ newsletters }: Pick<Context, 'newsletters'>): Promise<DomainFinding[]> {
  const { from, dkim, bounceAddress, hasMailServer, dnsServers } = newsletters
  if (!hasMailServer)
    return [{ about: 'server', ...hint('No mail server is set (SMTP_URL), so emails are saved as files.') }]
  const resolver = new Resolver({ timeout: patienceMs, tries: 1 })
  if (dnsServers) resolver.setServers(dnsServers)
  const lookUp = (name: string) => textsOf(resolver, name)
  const domain = domainOf(from.address)
  // SPF is checked for the domain of the envelope's sender.
  const envelopeDomain = bounceAddress ? domainOf(bounceAddress) : domain
  const [spf, published, dmarc] = await Promise.all([
    lookUp(envelopeDomain),
    dkim ? lookUp(`${dkim.keySelector}._domainkey.${dkim.domainName}`) : [],
    lookUp(`_dmarc.${domain}`),
  ])
  return [
    { about: 'spf', ...checkSpf(envelopeDomain, spf) },
    {
      about: 'dkim',
      ...(dkim
        ? checkDkim(dkim, published, domain)
        : bad(
            'Emails aren’t signed (DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY). Gmail and Yahoo refuse unsigned newsletters.',
          )),
    },
    { about: 'dmarc', ...checkDmarc(domain, dmarc) },
  ]
}

type Texts = string[] | 'unanswered'

function checkSpf(domain: string, texts: Texts): MailFinding {
  if (texts === 'unanswered') return unanswered('SPF', domain)
  const records = texts.filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (records.length === 0) return bad(`${domain} has no SPF record: add one that names your mail server.`)
  if (records.length > 1) return bad(`${domain} has ${records.length} SPF records; with more than one, none counts.`)
  if (/\s[+?]?all\b/i.test(records[0] ?? ''))
    return bad(`The SPF record of ${domain} allows every server in the world.`)
  return good(`${domain} has an SPF record.`)
}

function checkDkim(
  { domainName, keySelector, privateKey }: { domainName: string; keySelector: string; privateKey: string },
  texts: Texts,
  fromDomain: string,
): MailFinding {
  const name = `${keySelector}._domainkey.${domainName}`
  if (texts === 'unanswered') return unanswered('DKIM', name)
  const published = texts
    .map((text) => /(?:^|;)\s*p=([A-Za-z0-9+/=\s]*)/.exec(text)?.[1]?.replace(/\s/g, ''))
    .find(Boolean)
  if (!published) return bad(`${name} has no DKIM key: publish the public half of DKIM_PRIVATE_KEY there.`)
  const own = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  const isOwn = own === published || Buffer.from(own, 'base64').subarray(-32).toString('base64') === published
  if (!isOwn) return bad(`The DKIM key at ${name} is not the one that emails are signed with.`)
  const isAligned =
    fromDomain === domainName || fromDomain.endsWith(`.${domainName}`) || domainName.endsWith(`.${fromDomain}`)
  if (!isAligned)
    return hint(`Emails are signed for ${domainName} but come from ${fromDomain}. DMARC wants the same domain.`)
  return good(`Emails are signed for ${domainName}, and the key is published.`)
}

function checkDmarc(domain: string, texts: Texts): MailFinding {
  if (texts === 'unanswered') return unanswered('DMARC', domain)
  const record = texts.find((text) => /^v=DMARC1\b/i.test(text))
  if (!record) return bad(`${domain} has no DMARC record: Gmail and Yahoo expect one from bulk senders.`)
  return /;\s*p=none/i.test(record)
    ? hint(`The DMARC record of ${domain} only monitors (p=none), which is enough to start with.`)
    : good(`${domain} has a DMARC record.`)
}

function unanswered(what: string, name: string): MailFinding {
  return hint(`${what} couldn’t be looked up: the DNS didn’t answer for ${name}.`)
}

async function textsOf(resolver: Resolver, name: string): Promise<Texts> {
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : 'unanswered'
  }
}

const good = (what: string): MailFinding => ({ level: 'good', what })
const hint = (what: string): MailFinding => ({ level: 'hint', what })
const bad = (what: string): MailFinding => ({ level: 'bad', what })
