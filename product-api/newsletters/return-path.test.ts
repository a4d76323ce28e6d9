import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { bounceLocalPartMost, fromBase32, isOurs, makeReturnPath, readReturnPath, toBase32 } from './return-path.ts'

const address = 'bounces@mail.example.com'
const secret = 'a secret of the send'
const aMark = () => randomBytes(5).toString('hex')

test('encodes the send, the subscriber and a proof', () => {
  for (let count = 0; count < 200; count++) {
    const [mark, subscriberId] = [aMark(), randomUUID()]
    const made = makeReturnPath({ address, mark, secret, subscriberId })
    expect(made).toMatch(/^bounces\+[a-z2-7]{42}@mail\.example\.com$/)
    for (const given of [made, made.toUpperCase(), made.slice(0, made.indexOf('@'))]) {
      const read = readReturnPath(given)
      expect(read).toMatchObject({ mark, subscriberId })
      expect(read && isOurs(read, secret)).toBe(true)
      expect(read && isOurs(read, 'another secret')).toBe(false)
    }
  }
})

test('is invalid for another subscriber or another send', () => {
  const [mark, subscriberId] = [aMark(), randomUUID()]
  const read = readReturnPath(makeReturnPath({ address, mark, secret, subscriberId }))
  if (!read) throw new Error('It can be read')
  expect(isOurs({ ...read, subscriberId: randomUUID() }, secret)).toBe(false)
  expect(isOurs({ ...read, mark: aMark() }, secret)).toBe(false)
})

test('fits a local part of the longest address that may be set', () => {
  const longest = `${'b'.repeat(bounceLocalPartMost)}@example.com`
  const made = makeReturnPath({ address: longest, mark: aMark(), secret, subscriberId: randomUUID() })
  expect(made.indexOf('@')).toBe(64)
  expect(readReturnPath(made)).toBeDefined()
})

test('reads nothing from other addresses', () => {
  const made = makeReturnPath({ address, mark: aMark(), secret, subscriberId: randomUUID() })
  const local = made.slice(0, made.indexOf('@'))
  const others = [
    '',
    '@',
    '+',
    address,
    `${local}a`,
    local.slice(0, -1),
    local.replace('+', '-'),
    `${made}@b`,
    ` ${made}`,
  ]
  for (const other of [...others, `${local.slice(0, -1)}1`, `${local.slice(0, -1)}b`, `${local}\n`]) {
    expect([other, readReturnPath(other)]).toEqual([other, undefined])
  }
  fc.assert(fc.property(fc.string(), (text) => readReturnPath(text) === undefined))
})

test('base32 gives back every run of bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => fromBase32(toBase32(bytes))?.equals(bytes) === true),
  )
})
