import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { temporaryFolder } from '#testing/children.ts'
import { openOutbox } from './outbox.ts'

const folder = path.join(temporaryFolder(), 'outbox')
const mailer = openOutbox({ folder, from: () => ({ name: 'Bytewise', address: 'hello@bytewise.example' }) })
const aMail = (subject: string, address = 'ada@example.com') => ({
  to: { name: '', address },
  subject,
  html: '<p>Hello</p>',
  text: 'Hello',
})

test('every email is a file of its own, in order of time, for this user alone', async () => {
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

test('an email that could not be written to the end leaves nothing behind', async () => {
  const small = path.join(path.dirname(folder), 'small')
  const script = `
    import { openOutbox } from ${JSON.stringify(path.join(import.meta.dirname, 'outbox.ts'))}
    const mailer = openOutbox({ folder: ${JSON.stringify(small)}, from: () => ({ name: '', address: 'hello@bytewise.example' }) })
    const send = (text) => mailer.send({ to: { name: '', address: 'ada@example.com' }, subject: 'Hello', html: text, text })
    await send('x'.repeat(100_000)).catch(({ code }) => console.log(code))
    await send('short')`
  // No file may have more than a few kilobytes there, as if the disk were full.
  const limited = ['-c', 'ulimit -f 16; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: 'EFBIG\n', stderr: '' })
  const names = readdirSync(small)
  expect(names).toEqual([expect.stringMatching(/-\d{6}\.eml$/)])
})

test('the first email deletes a killed process’s incomplete files, but not those being written', async () => {
  const left = path.join(path.dirname(folder), 'left')
  mkdirSync(left)
  for (const name of ['old.eml.part', 'new.eml.part', 'old.eml']) writeFileSync(path.join(left, name), '')
  for (const name of ['old.eml.part', 'old.eml']) utimesSync(path.join(left, name), new Date(0), new Date(0))
  await openOutbox({ folder: left, from: () => ({ name: '', address: 'hello@bytewise.example' }) }).send(aMail('Hello'))
  expect(readdirSync(left)).toEqual(expect.arrayContaining(['new.eml.part', 'old.eml']))
  expect(readdirSync(left)).not.toContain('old.eml.part')
})
