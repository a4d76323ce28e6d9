import type { IncomingMessage } from 'node:http'
import { clientAddress } from './client-address.ts'

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

  test('believes no one if there is no proxy', () => {
    expect(clientAddress(from('203.0.113.7'), false)).toBe('10.0.0.1')
  })
})
