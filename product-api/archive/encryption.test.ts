import { buffer } from 'node:stream/consumers'
import { keyForm, makeKey, openKey } from './encryption.ts'

async function* pieces(content: Buffer, bytes = content.length) {
  for (let from = 0; from < content.length; from += bytes) yield content.subarray(from, from + bytes)
}

const secret = Buffer.from('the hash of a password\n'.repeat(10_000))
const key = openKey(makeKey())
const encrypted = () => buffer(key.encrypt(pieces(secret, 1_000)))

test('decrypts what it has encrypted, in whatever pieces it comes', async () => {
  const content = await encrypted()
  expect(content.includes('password')).toBe(false)
  for (const bytes of [1, 13, 4_096, content.length]) {
    expect((await buffer(key.decrypt(pieces(content, bytes)))).equals(secret)).toBe(true)
  }
  expect(await buffer(key.decrypt(pieces(await buffer(key.encrypt(pieces(Buffer.alloc(0)))))))).toHaveLength(0)
})

test('the same content is encrypted differently each time, and has the same sum', async () => {
  expect((await encrypted()).equals(await encrypted())).toBe(false)
  const sum = () => key.sum().update(secret).digest('hex')
  expect(sum()).toBe(sum())
  expect(openKey(makeKey()).sum().update(secret).digest('hex')).not.toBe(sum())
})

test.each([
  ['another key', async () => openKey(makeKey()).decrypt(pieces(await encrypted()))],
  ['a changed byte', async () => key.decrypt(pieces(changed(await encrypted(), 20)))],
  ['a changed tag', async () => key.decrypt(pieces(changed(await encrypted(), -1)))],
  ['a missing end', async () => key.decrypt(pieces((await encrypted()).subarray(0, -1)))],
  ['nothing', async () => key.decrypt(pieces(Buffer.alloc(0)))],
  ['less than a tag', async () => key.decrypt(pieces(Buffer.alloc(20)))],
])('%s is refused', async (_, decrypt) => {
  await expect(buffer(await decrypt())).rejects.toThrow()
})

test('a failing content fails', async () => {
  const failing = async function* () {
    yield secret
    throw new Error('the database is away')
  }
  await expect(buffer(key.encrypt(failing()))).rejects.toThrow('the database is away')
})

test('a key has one form, and its name says nothing of it', () => {
  const written = makeKey()
  expect(written).toMatch(keyForm)
  expect(openKey(written).id).toMatch(/^[0-9a-f]{8}$/)
  expect(openKey(written).id).toBe(openKey(written).id)
  expect(Buffer.from(written, 'base64url').toString('hex')).not.toContain(openKey(written).id)
})

function changed(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content)
  const place = at < 0 ? content.length + at : at
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place)
  return copy
}
