import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { temporaryFolder } from '../testing/children.ts'
import { openOutbox } from './outbox.ts'

const folder = path.join(temporaryFolder(), 'outbox')
const mailer = openOutbox({ folder, from: { name: 'Bytewise', address: 'hello@bytewise.example' } })
const aMail = (subject: string, address = 'ada@example.com') => ({
  to: { name: '', address },
  subject,
  html: '<p>Hello</p>',
  text: 'Hello',
})

test('every mail is a file of its own, in order of time, for this user alone', async () => {
  for (let count = 0; count < 12; count++) await mailer.send(aMail(`Mail ${count}`))
  const names = readdirSync(folder).sort()
  const read = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))))
  expect(read.map(({ subject }) => subject)).toEqual(Array.from({ length: 12 }, (_, count) => `Mail ${count}`))
  expect(read[0]?.to).toEqual([{ name: '', address: 'ada@example.com' }])
  for (const name of names) {
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d{6}\.eml$/)
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
  }
  expect(existsSync(path.join(folder, `${names[0]}.part`))).toBe(false)
})

test('an address that could be two is refused', async () => {
  const before = readdirSync(folder).length
  await expect(mailer.send(aMail('No', 'b@y.test\r\nBcc: evil@z.test'))).rejects.toThrow('exactly one recipient')
  expect(readdirSync(folder)).toHaveLength(before)
})
