import { securityText } from './security-text.ts'

const field = (text: string, name: string) => text.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]

test('says whom to write to, its own address, and when it expires', () => {
  const text = securityText(new Date('2026-11-23T10:00:00Z'))
  expect(field(text, 'Contact')).toMatch(/^mailto:\S+@\S+$/)
  expect(field(text, 'Canonical')).toBe('http://localhost:3000/.well-known/security.txt')
  expect(field(text, 'Expires')).toBe('2027-05-01T00:00:00Z')
})

test.each(['2026-08-31T23:59:59Z', '2027-02-28T12:00:00Z', '2026-12-01T00:00:00Z'])(
  'made at %s it holds for months, and for less than a year (RFC 9116, section 2.5.5)',
  (now) => {
    const left = Date.parse(field(securityText(new Date(now)), 'Expires') ?? '') - Date.parse(now)
    const day = 24 * 60 * 60_000
    expect(left).toBeGreaterThan(140 * day)
    expect(left).toBeLessThan(365 * day)
  },
)
