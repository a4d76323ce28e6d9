import type { IncomingMessage } from 'node:http'
import { clientAddress, readTarget } from './check-request.ts'

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

const from = (forwarded: string | undefined) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.1' } }) as unknown as IncomingMessage

describe('clientAddress', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['"[2001:db8::7]"', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['unknown', '10.0.0.1'],
    ['', '10.0.0.1'],
    ['203.0.113.7, ', '10.0.0.1'],
    ['x'.repeat(8_000), '10.0.0.1'],
  ])('behind a proxy reads %j as %s', (forwarded, address) => {
    expect(clientAddress(from(forwarded), true)).toBe(address)
  })

  test('ignores X-Forwarded-For without a proxy', () => {
    expect(clientAddress(from('203.0.113.7'), false)).toBe('10.0.0.1')
  })
})
