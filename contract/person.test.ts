import fc from 'fast-check'
import { EmailAddress, ImageAddress, Password, PersonName, StoredImage } from './person.ts'

describe('an email address', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  ada@example.com\t', 'ada@example.com'],
    ['Ada.Lovelace@Example.com', 'Ada.Lovelace@Example.com'],
    ['ada+newsletters@example.com', 'ada+newsletters@example.com'],
    ["o'hara@example.com", "o'hara@example.com"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@пример.test', 'ada@xn--e1afmkfd.test'],
  ])('%j is taken as %j', (typed, taken) => {
    expect(EmailAddress.parse(typed)).toBe(taken)
  })

  test.each([
    '',
    ' ',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@@example.com',
    'b@y.test\r\nBcc: evil@z.test',
    'b@y.test\nBcc: evil@z.test',
    'b\r\n@y.test',
    'b@y.test\0',
    '"a,b"@x.test',
    '"a b"@x.test',
    'a@x.test, b@y.test',
    'a@x.test;b@y.test',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    'ada@example.com ada@example.com',
    'ada(comment)@example.com',
    'ada@[127.0.0.1]',
    // A Cyrillic а, a Greek ο, full-width letters, an invisible space, a turned direction.
    '\u0430da@example.com',
    'ada\u03bf@example.com',
    '\uff41da@example.com',
    'a\u200bda@example.com',
    'ada\u202e@example.com',
    'ada@exam\u2028ple.com',
    `${'a'.repeat(250)}@example.com`,
  ])('%j is refused with a sentence', (typed) => {
    const parsed = EmailAddress.safeParse(typed)
    expect(parsed.error?.issues[0]?.message).toMatch(/^[A-Z].*\.$/)
  })

  test('a look-alike domain is shown in its real form', () => {
    expect(EmailAddress.parse('ada@ex\u0430mple.com')).toBe('ada@xn--exmple-4nf.com')
  })

  test('any accepted input becomes one plain line that can’t be read as two addresses', () => {
    const parts = fc.constantFrom(
      'a',
      '@',
      '.',
      'x.test',
      ',',
      ';',
      '"',
      '<',
      '>',
      '\r\n',
      '\0',
      ' ',
      'Bcc: ',
      'é',
      '\u0430',
      '\u202e',
      '\\',
      '(',
      '+',
    )
    const typed = fc.oneof(
      fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
      fc.string({ unit: 'binary' }),
      fc.emailAddress(),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const taken = EmailAddress.safeParse(text).data
        if (taken !== undefined) expect(taken).toMatch(/^[^\s\p{Cc},;:<>()[\]"\\@]+@[a-z0-9.-]+$/iu)
      }),
      { numRuns: 2_000 },
    )
  })

  test('taken once, it is taken as it is', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const taken = EmailAddress.safeParse(address).data
        if (taken !== undefined) expect(EmailAddress.parse(taken)).toBe(taken)
      }),
    )
  })
})

describe('a name', () => {
  test.each([
    [' Ada Lovelace ', 'Ada Lovelace'],
    ["Seán O'Hara-Ní Dhomhnaill", "Seán O'Hara-Ní Dhomhnaill"],
    ['Ame\u0301lie', 'Amélie'],
    ['محمد', 'محمد'],
    ['李小龙', '李小龙'],
  ])('%j is taken as %j', (typed, taken) => {
    expect(PersonName.parse(typed)).toBe(taken)
  })

  test.each(['', '  ', 'Ada\r\nBcc: evil@z.test', 'Ada\0', 'Ada\u202egnp', 'Ada\u2028King', 'a'.repeat(101)])(
    '%j is refused',
    (typed) => {
      expect(PersonName.safeParse(typed).success).toBe(false)
    },
  )
})

describe('a password', () => {
  test.each(['12345678', 'pässwörter', '🦄'.repeat(8), ' spaces count ', 'a'.repeat(128)])(
    '%j is long enough',
    (typed) => {
      expect(Password.parse(typed)).toBe(typed)
    },
  )

  test.each(['', '1234567', '🦄'.repeat(7), 'a'.repeat(129), 'a'.repeat(100_000)])('%# is refused', (typed) => {
    expect(Password.safeParse(typed).error?.issues[0]?.message).toMatch(/^A password has at/)
  })
})

describe('the address of a picture', () => {
  test.each([
    ['', null],
    [' https://example.com/a.png ', 'https://example.com/a.png'],
    ['http://example.com/a.png', 'http://example.com/a.png'],
    ['/covers/a.webp', '/covers/a.webp'],
  ])('%j is taken as %j', (typed, taken) => {
    expect(ImageAddress.parse(typed)).toBe(taken)
  })

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//evil.example/a.png',
    '/\\evil.example',
    'https://',
    'a.png',
    'https://a b',
    '/podcasts',
    '/covers/../podcasts',
  ])('%j is refused', (typed) => {
    expect(ImageAddress.safeParse(typed).success).toBe(false)
  })
})

test('a stored address that is not allowed for a picture is dropped', () => {
  const stored = [
    '/covers/a.webp',
    'https://example.com/a.png',
    '/podcasts',
    'javascript:alert(1)',
    '',
    null,
    undefined,
    7,
  ]
  expect(stored.map((value) => StoredImage.parse(value))).toEqual([...stored.slice(0, 2), ...Array(6).fill(null)])
})
