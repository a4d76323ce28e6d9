import { addressParser } from 'postal-mime'
import { writeMailbox } from './write-mime.ts'

const address = 'ada@example.com'

describe('a mailbox in a header', () => {
  test.each(['Ada Lovelace', 'Ada "Countess" King', 'Back\\slash', '" <evil@example.com>, "', 'a, b; c: d'])(
    'is one address, with the name %s as it is',
    (name) => {
      expect(addressParser(writeMailbox({ name, address }))).toEqual([{ name, address }])
    },
  )

  test('is the address alone without a name', () => {
    expect(writeMailbox({ name: '', address })).toBe(address)
  })
})
