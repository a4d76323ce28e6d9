import { get, withApi } from '#testing/api.ts'

withApi({ searchesPerMinute: 3 })

test('a client that searches too much is told when to come back, others are not', async () => {
  const ask = (client: string) => get('/contents/search?content=a', { headers: { 'x-forwarded-for': client } })
  for (let count = 0; count < 3; count++) expect((await ask('192.0.2.1')).status).toBe(200)
  const refused = await ask('192.0.2.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
  expect((await ask('192.0.2.2')).status).toBe(200)
  expect((await ask('10.0.0.9, 192.0.2.1')).status).toBe(429)
})

test('a whole network of IPv6 is one client', async () => {
  const ask = (client: string) => get('/contents/search?content=a', { headers: { 'x-forwarded-for': client } })
  for (let count = 1; count <= 3; count++) expect((await ask(`2001:db8::${count}`)).status).toBe(200)
  expect((await ask('2001:db8::f:4')).status).toBe(429)
  expect((await ask('2001:db8:0:1::1')).status).toBe(200)
})
