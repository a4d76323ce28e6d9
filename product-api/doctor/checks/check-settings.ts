import leven from 'leven'
import { bad, type Finding, type Found, good, hint } from '../findings.ts'
import type { Subject } from '../subject.ts'
import { isLocal, isReserved } from './hosts.ts'

/** Each setting was right by itself, or the program would not have started; here are those that don't fit the world. */
export function checkSettings({ settings, site, written, settingNames }: Subject): Found {
  const { PUBLIC_URL, WORKER } = settings
  const { contact_email: contact } = site.now
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const isForReaders = !isLocal(hostname)
  const findings: Finding[] = [good('settings-right', 'The settings are right.')]
  for (const [name, meant] of findMisspelt(written, settingNames)) {
    findings.push(bad('setting-misspelt', `${name} is no setting.`, `Perhaps it should be ${meant}.`))
  }
  if (!isForReaders) {
    const sentence = `Only this machine can open the site at ${PUBLIC_URL}.`
    findings.push(hint('address-local', sentence, 'Set PUBLIC_URL to the address that readers use.'))
  } else if (protocol === 'http:') {
    const sentence = `PUBLIC_URL (${PUBLIC_URL}) is not encrypted: passwords can be read on the way, and passkeys don’t work.`
    findings.push(
      bad('address-unencrypted', sentence, 'Put a proxy with a certificate in front, and set PUBLIC_URL to https.'),
    )
  }
  if (isForReaders && isReserved(contact)) {
    const sentence = `Readers are told to write to ${contact}, which nobody receives.`
    findings.push(
      hint(
        'contact-example',
        sentence,
        'Enter an address of yours at /admin-dashboard/settings, or set CONTACT_EMAIL to it.',
      ),
    )
  }
  if (WORKER === 'none') {
    const sentence = 'No job runs (WORKER=none): no email goes out, and nothing is published on time.'
    findings.push(bad('jobs-off', sentence, 'Set WORKER to “on” once you have seen what you wanted to see.'))
  }
  const { NEXTAUTH_SECRET: secret = '' } = written
  if (secret && new Set(secret).size < 8) {
    const sentence = 'NEXTAUTH_SECRET, which encrypts the sessions, can be guessed.'
    findings.push(
      bad('secret-weak', sentence, 'Set it to the output of “openssl rand -base64 32”. Everyone signs in anew.'),
    )
  }
  return {
    findings,
    facts: [`${settingNames.filter((name) => written[name]).length} set, the others have their defaults`],
  }
}

/** Shorter names are like too many others. */
const shortestName = 7
/** Two letters that changed places are two mistakes. */
const mistakesMost = (name: string) => (name.length > shortestName ? 2 : 1)

/** Names in the environment that are nearly those of settings that are not set. */
function findMisspelt(written: Subject['written'], names: readonly string[]): [name: string, meant: string][] {
  const unset = names.filter((name) => name.length >= shortestName && !written[name])
  return Object.keys(written)
    .filter((name) => name.length >= shortestName && !names.includes(name))
    .flatMap((name) => {
      const meant = unset.find((known) => leven(name, known) <= mistakesMost(name))
      return meant ? [[name, meant] as [string, string]] : []
    })
}
