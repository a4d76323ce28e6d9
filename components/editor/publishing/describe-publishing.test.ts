import { type Audience, emailLabel, fieldTime, publishLabel, tomorrowMorning } from './describe-publishing.ts'

const audience = (but: Partial<Audience> = {}): Audience => ({
  ...{ count: 214, isExact: true, sent_at: null, reach: 'everyone', reason: null },
  ...but,
})
const year = new Date().getFullYear()
const eve = new Date(year, 11, 24, 8)

test.each<[Partial<Parameters<typeof publishLabel>[0]>, string]>([
  [{}, 'Publish'],
  [{ isPublic: true }, 'Update'],
  [{ audience: audience() }, 'Publish and email 214 people'],
  [{ audience: audience({ count: 1 }) }, 'Publish and email 1 person'],
  [{ audience: audience({ count: 12_000, isExact: false }) }, 'Publish and email up to 12,000 people'],
  [{ audience: audience(), isPublic: true }, 'Update and email 214 people'],
  [{ audience: audience({ count: 0 }) }, 'Publish'],
  [{ audience: audience({ count: 0, reach: 'nobody', reason: 'unproven' }) }, 'Publish'],
  [{ audience: audience({ sent_at: '2026-03-03T12:00:00Z' }), isPublic: true }, 'Update'],
  [{ at: eve }, 'Publish on 24 December, 08:00'],
  [{ at: eve, isPublic: true, audience: audience() }, 'Update on 24 December, 08:00'],
])('the button says what it does: %#', (given, label) => {
  expect(publishLabel({ isPublic: false, at: undefined, audience: undefined, ...given })).toBe(label)
})

test.each<[Audience | undefined, string]>([
  [undefined, 'Email it'],
  [audience(), 'Email it to 214 people'],
  [audience({ reach: 'followers', count: 1 }), 'Email it to 1 follower'],
  [audience({ reach: 'followers', count: 2, isExact: false }), 'Email it to up to 2 followers'],
  [audience({ reach: 'followers', count: 0 }), 'Email it'],
])('the checkbox says to how many: %#', (given, label) => {
  expect(emailLabel(given)).toBe(label)
})

test('a time is written for its field in the time zone of the device', () => {
  expect(fieldTime(new Date(2026, 2, 4, 8, 5))).toBe('2026-03-04T08:05')
  expect(tomorrowMorning(new Date(2026, 11, 31, 23))).toEqual(new Date(2027, 0, 1, 8))
})
