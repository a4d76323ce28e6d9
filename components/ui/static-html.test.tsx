import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { StaticHtml } from './static-html.tsx'

const page = (title: string, html: string) => `<h1>${title}</h1><div id="story" data-static="3">${html}</div>`
const kept = (
  <>
    <h1>The lamp</h1>
    <StaticHtml as="div" id="story" html="<!--here-->" place={3} />
  </>
)

async function hydrated(html: string): Promise<HTMLElement> {
  const root = document.body.appendChild(document.createElement('main'))
  root.innerHTML = html
  await act(async () => hydrateRoot(root, kept, { onRecoverableError: () => undefined }))
  return root
}

afterEach(() => {
  document.body.innerHTML = ''
})

test('what the page has stays, although React was told something else', async () => {
  const root = await hydrated(page('The lamp', '<p>It turns.</p>'))
  expect(root.innerHTML).toBe(page('The lamp', '<p>It turns.</p>'))
})

test('stays even if the page was changed before and React rebuilds it', async () => {
  const root = await hydrated(page('Die Lampe', '<p>It turns.</p>'))
  expect(root.innerHTML).toBe(page('The lamp', '<p>It turns.</p>'))
})
