import { usualSettings } from '#contract/site.ts'
import { SettingsOfSite } from './site-settings.ts'

test('the environment wins over what administrators have chosen, and that over the usual', () => {
  const site = new SettingsOfSite({ name: 'Night Shift' })
  site.take({ name: 'Day Shift', tagline: 'Read at work.' })
  expect(site.now).toEqual({ ...usualSettings, name: 'Night Shift', tagline: 'Read at work.' })
})

test('the own category follows the environment’s name, and no other', () => {
  const named = new SettingsOfSite({ name: 'Night Shift' })
  expect(named.categories.at(-1)).toMatchObject({ slug: 'night-shift', kind: 'own' })
  const site = new SettingsOfSite()
  site.take({ name: 'Day Shift', categories: [{ slug: 'poems', name: 'Poems', sentence: '' }] })
  expect(site.categories.map(({ slug }) => slug).slice(-2)).toEqual(['poems', 'bytewise'])
  expect(site.taken.slugs).toContain('bytewise')
})

test('an older reading that comes late changes nothing', () => {
  const site = new SettingsOfSite()
  site.takeIfNewer({ settings: { name: 'Night Shift' }, version: 2 })
  site.takeIfNewer({ settings: { name: 'Day Shift' }, version: 1 })
  site.takeIfNewer(undefined)
  expect(site.now.name).toBe('Night Shift')
  site.takeIfNewer({ settings: { name: 'Noon' }, version: 3 })
  expect(site.now.name).toBe('Noon')
})

test('a setting that this version cannot read has its usual value, and the others stay', () => {
  const site = new SettingsOfSite()
  site.take({ accent: 'green', publish: 'friends', unheard: 1, tagline: 'Read at work.' } as object)
  expect(site.now).toEqual({ ...usualSettings, tagline: 'Read at work.' })
})
