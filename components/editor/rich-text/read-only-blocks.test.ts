import { readOnlyBlockName, renderReadOnlyHtml } from './read-only-blocks.ts'

const shownBy = (html: string) => {
  const element = document.createElement('div')
  renderReadOnlyHtml(element, html)
  return element.innerHTML
}

test('a table and a picture are shown', () => {
  expect(
    shownBy('<table class="x"><tr><td colspan="2">a &amp; b</td></tr></table><img src="/covers/a.webp" alt="A">'),
  ).toBe(
    '<table><tr><td colspan="2">a &amp; b</td></tr></table><img alt="A" referrerpolicy="no-referrer" src="/covers/a.webp">',
  )
})

test.each([
  ['<img src="x" onerror="attack()">', '<img>'],
  ['<img src="javascript:attack()">', '<img>'],
  ['<p onclick="attack()" style="x">a<script>attack()</script><style>*{}</style></p>', '<p>a</p>'],
  ['<svg onload="attack()"><p>a</p></svg><iframe srcdoc="x"></iframe>', ''],
  ['<a href="javascript:attack()">a</a>', '<a>a</a>'],
  ['<form action="/x"><input><b>a</b></form>', '<b>a</b>'],
  ['<b>'.repeat(30_000), ''],
])('shows only the harmless part of hostile HTML: %.40s', (html, shown) => {
  expect(shownBy(html)).toBe(shown)
})

test('a block has a name for people', () => {
  expect(readOnlyBlockName('<table><tr></tr></table>')).toBe('Table')
  expect(readOnlyBlockName('<div>a</div>')).toBe('Imported block')
})
