import { readFileSync } from 'node:fs'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { dkim } from './address.ts'
import type { ReceivedMail } from './mails.ts'

/** The recipient's verdict on an email's signatures, e.g. `pass for bytewise.example`; a line for each. */
export async function signatures({ source }: Pick<ReceivedMail, 'source'>): Promise<string[]> {
  const { results } = await dkimVerify(source, {
    resolver: async (name, type) => {
      if (name !== `${dkim.selector}._domainkey.${dkim.domain}` || type !== 'TXT')
        throw new Error(`no ${type} of ${name}`)
      return [[readFileSync(dkim.recordFile, 'utf8')]]
    },
  })
  return results.map(({ status, signingDomain }) => `${status.result} for ${signingDomain}`)
}
