import { uuidOfName } from './uuid-of-name.ts'

test('is the one that the Podcasting 2.0 namespace names as its example', () => {
  const podcasts = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'
  expect(uuidOfName('mp3s.nashownotes.com/pc20rss.xml', podcasts)).toBe('917393e3-1b1e-5cef-ace4-edaa54e1f810')
})

test('is the one that RFC 9562 has as its example', () => {
  expect(uuidOfName('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})
