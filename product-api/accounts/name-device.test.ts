import { firefox, safari } from '#testing/accounts.ts'
import { nameDevice } from './name-device.ts'

test.each([
  [firefox, 'Firefox on Windows'],
  [safari, 'Safari on macOS'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['', ''],
  ['x', ''],
  ['You won 1000 EUR at https://evil.example/x y', ''],
])('%s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})
