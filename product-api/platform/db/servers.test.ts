import { readServers, serversInWords } from './servers.ts'

test.each([
  ['postgres://ada:a%40b@one:5432/name', ['postgres://ada:a%40b@one:5432/name']],
  ['postgresql://one/name?sslmode=require', ['postgresql://one/name?sslmode=require']],
  ['postgres:///name?host=/var/run/postgresql', ['postgres:///name?host=/var/run/postgresql']],
  ['postgres://one,two:6432/name', ['postgres://one/name', 'postgres://two:6432/name']],
  ['postgres://a:b@[::1]:5432,[::2]:5432', ['postgres://a:b@[::1]:5432', 'postgres://a:b@[::2]:5432']],
  ['postgres://one,two/name?target_session_attrs=read-write', ['postgres://one/name', 'postgres://two/name']],
  [
    'postgres://one,two/n?a=1&target_session_attrs=primary&b=2',
    ['postgres://one/n?a=1&b=2', 'postgres://two/n?a=1&b=2'],
  ],
  ['postgres://one/n?target_session_attrs=read-write&b=2', ['postgres://one/n?b=2']],
])('%s', (address, servers) => {
  expect(readServers(address)).toEqual(servers)
})

test.each([
  'localhost',
  'mysql://one/name',
  'postgres://one:port/name',
  'postgres://one,/name',
  'postgres://one,two:99999/name',
  'postgres://one,two/name?target_session_attrs=standby',
])('refuses %s', (address) => {
  expect(readServers(address)).toBeUndefined()
})

test('names servers without their passwords', () => {
  const servers = readServers('postgres://ada:hidden@one:6432,two/name') ?? []
  expect(serversInWords(servers)).toBe('one:6432, two:5432')
})
