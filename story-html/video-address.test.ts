import { sanitiseStory } from './sanitise.ts'
import { videoAddress } from './video-address.ts'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=1m30s', 'https://www.youtube.com/embed/dQw4w9WgXcQ?start=90'],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['youtu.be/dQw4w9WgXcQ?t=42', 'https://www.youtube.com/embed/dQw4w9WgXcQ?start=42'],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['http://vimeo.com/123456', 'https://player.vimeo.com/video/123456'],
  ['https://vimeo.com/channels/staffpicks/123456', 'https://player.vimeo.com/video/123456'],
  ['https://vimeo.com/123456/0a1b2c3d4e', 'https://player.vimeo.com/video/123456?h=0a1b2c3d4e'],
  ['https://player.vimeo.com/video/123456?h=0a1b2c3d4e', 'https://player.vimeo.com/video/123456?h=0a1b2c3d4e'],
])('%s is embedded from %s', (page, embedded) => {
  expect(videoAddress(page)).toBe(embedded)
  expect(sanitiseStory(`<iframe src="${embedded}"></iframe>`)).toContain(`src="${embedded}"`)
})

test.each([
  ...['', 'video', 'javascript:alert(1)', 'https://example.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com/'],
  ...[
    'https://www.youtube.com/watch',
    'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/a/../../x',
  ],
  ...[
    'https://vimeo.com/about',
    'https://www.youtube.com/watch?v="><script>',
    'data:text/html,https://youtu.be/dQw4w9WgXcQ',
  ],
])('%j is no video', (page) => {
  expect(videoAddress(page)).toBeUndefined()
})
