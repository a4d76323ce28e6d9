import { isImageAddress } from './image-address.ts'

test.each([
  'https://example.com/a.png',
  'HTTP://example.com/a?b=c&d',
  'https://example.com/ä b'.replace(' ', '%20'),
  '/covers/one-digit-off.webp',
  '/covers/2026/a_b-480.jpeg',
  '/uploads/0123456789abcdef0123456789abcdef-1440x810.webp',
])('%s may be shown as a picture', (url) => {
  expect(isImageAddress(url)).toBe(true)
})

test.each([
  ...['/podcasts', '/create-podcast', '/api/users/logout', '/api/auth/signout', '/a.webp', '/', '/covers', '/covers/'],
  ...['/covers/../podcasts', '/covers/..%2fpodcasts', '/covers/%2e%2e/podcasts', '/covers/.%2e/podcasts.webp'],
  ...[
    '/covers/./../podcasts.webp',
    '/covers//podcasts.webp',
    '/covers/\\..\\podcasts.webp',
    '/covers/a.webp/../b.webp',
  ],
  ...['/covers/a.webp?x', '/covers/a.webp#x', '/covers/a.webp\n', '/covers/a', '/COVERS/a.webp', ' /covers/a.webp'],
  ...['//evil.example/covers/a.webp', '/\\evil.example/a.webp', 'covers/a.webp', 'javascript:alert(1)', 'https://', ''],
  ...[
    'data:image/png;base64,AA',
    'https://a b',
    'https://a\\b',
    'https://exa\u0000mple.com',
    'ftp://example.com/a.png',
  ],
])('%j may not', (url) => {
  expect(isImageAddress(url)).toBe(false)
})
