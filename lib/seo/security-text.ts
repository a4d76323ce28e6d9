import { paths } from '#contract/paths.ts'
import { site } from '#lib/site.ts'
import { absolute } from './site.ts'

const monthsValid = 6

/** The contact for security reports (RFC 9116). The same all month, and always valid for five months at least. */
export function securityText(now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsValid, 1))
  return [
    `Contact: mailto:${site().contact_email}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${absolute(paths.securityText)}`,
    '',
  ].join('\n')
}
