import type { IncomingMessage } from 'node:http'
import { readTarget } from './request-target.ts'

const aRequest = (url: string, hosts = ['localhost']) =>
  ({
    url,
    headers: { host: hosts[0] },
    rawHeaders: ['Accept', '*/*', ...hosts.flatMap((host, index) => [index ? 'HOST' : 'Host', host])],
  }) as unknown as IncomingMessage

describe('readTarget', () => {
  test.each([
    ['/', '/'],
    ['/article/a?x=1', '/article/a?x=1'],
    ['http://elsewhere.example/article/a?x=1', '/article/a?x=1'],
    ['HTTPS://localhost:3000', '/'],
    ['http://localhost/covers/../admin-dashboard', '/admin-dashboard'],
  ])('reads %s as %s', (url, target) => {
    expect(readTarget(aRequest(url))).toBe(target)
  })

  test('takes the host from a whole address', () => {
    const request = aRequest('http://named.example:8080/a', ['other.example'])
    readTarget(request)
    expect([request.url, request.headers.host]).toEqual(['/a', 'named.example:8080'])
  })

  test.each(['*', 'localhost:443', 'ftp://localhost/a', 'http://', 'article/a', ''])('refuses %j', (url) => {
    expect(readTarget(aRequest(url))).toBeUndefined()
  })

  test('refuses more than one Host, even the same twice', () => {
    expect(readTarget(aRequest('/', ['localhost', 'localhost']))).toBeUndefined()
  })
})
