import { loggedPath } from './check-request.ts'

test.each([
  ['/articles/fiction?cursor=1', '/articles/fiction'],
  ['/reset-password/s3cret', '/reset-password/…'],
  ['/reset-password/s3cret/more?x=1', '/reset-password/…'],
  ['http://localhost:3000/reset-password/s3cret', '/reset-password/…'],
  ['/Reset-Password/s3cret', '/reset-password/…'],
  ['/confirm-email/s3cret', '/confirm-email/…'],
  ['/users/login?next=%2Fconfirm-email%2Fs3cret', '/users/login'],
  ['/subscription/confirmation/s3cret', '/subscription/confirmation/…'],
  ['/subscription/unsubscribe/s3cret', '/subscription/unsubscribe/…'],
  ['/api/newsletters/confirm/s3cret', '/api/newsletters/confirm/…'],
  ['/api/newsletters/unsubscribe/s3cret/one-click', '/api/newsletters/unsubscribe/…'],
  ['/api/newsletters/subscription/s3cret', '/api/newsletters/subscription/…'],
  ['/api/newsletters/subscriptions/me@example.com', '/api/newsletters/subscriptions/…'],
  ['/api/newsletters/subscribe', '/api/newsletters/subscribe'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})

test('an address has an end', () => {
  expect(loggedPath(`/${'a'.repeat(8_000)}`)).toHaveLength(300)
})
