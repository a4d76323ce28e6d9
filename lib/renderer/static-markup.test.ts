import { createElement as h } from 'react'
import { newContext } from './new-context.ts'
import { runWithRenderContext } from './render-context.ts'
import { writeMarkup } from './static-markup.ts'

const Title = ({ of }: { of: string }) => h('h2', { className: 'title' }, of)
const Late = async () => 'late'

function written(write: () => ReturnType<typeof writeMarkup>, placeholders?: string[]) {
  const context = newContext({ requestId: 'r', clientAddress: '127.0.0.1' }, '/about-us')
  return runWithRenderContext(placeholders ? { ...context, placeholders } : context, write)
}

test('writes elements and sets them aside', () => {
  const placeholders = ['before']
  expect(written(() => writeMarkup([h(Title, { key: 1, of: 'Salt & <light>' }), 'Text']), placeholders)).toEqual({
    html: '<!--set-aside-1-->',
    place: 1,
  })
  expect(placeholders).toEqual(['before', '<h2 class="title">Salt &amp; &lt;light&gt;</h2>Text'])
})

test('sets finished HTML aside as it is', () => {
  const placeholders: string[] = []
  written(() => writeMarkup({ __html: '<p>The lamp</p>' }), placeholders)
  expect(placeholders).toEqual(['<p>The lamp</p>'])
})

test('returns the HTML itself if nothing fills placeholders', () => {
  expect(written(() => writeMarkup(h('b', null, 'Lamp')))).toEqual({ html: '<b>Lamp</b>' })
  expect(written(() => writeMarkup({ __html: '<p>The lamp</p>' }))).toEqual({ html: '<p>The lamp</p>' })
})

test('writes pictures without preloads in front of them', () => {
  const picture = h('img', { src: '/a.webp?b=">', alt: '', fetchPriority: 'high' })
  expect(written(() => writeMarkup(h('p', null, picture, picture)))?.html).toMatch(
    /^<p><img src="[^<]*"[^<]*\/><img [^<]*\/><\/p>$/,
  )
})

test('refuses what has to be awaited', () => {
  expect(() => written(() => writeMarkup(h(Late as unknown as () => null)))).toThrow('suspended')
})

test('writes nothing where no page is being made', () => {
  expect(writeMarkup(h('b', null, 'Lamp'))).toBeUndefined()
})
