import fc from 'fast-check'
import { nextPath } from './next-path.ts'

describe('where a sign-in leads', () => {
  test.each(['/', '/profile/1', '/search?q=a%20b', '/article/x#end', '/publication/new'])('%s stays', (path) => {
    expect(nextPath(path)).toBe(path)
  })

  test.each([
    ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example'],
    ...['javascript:alert(1)', ' /x', 'x', '', '/..//evil.example', '/.//evil.example', '/%5c\\evil.example'],
    ...['/api/users/logout', '/users/login', '/users/login?next=/', '/users/signup', `/${'a'.repeat(3_000)}`],
    undefined,
  ])('%s leads home', (path) => {
    expect(nextPath(path)).toBe('/')
  })

  test('is always a path of this site, whatever is asked for', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string({ unit: 'binary' }).map((s) => `/${s}`),
        ),
        (wanted) => {
          const url = new URL(nextPath(wanted), 'https://site.example/users/login')
          expect(url.origin).toBe('https://site.example')
        },
      ),
    )
  })
})
