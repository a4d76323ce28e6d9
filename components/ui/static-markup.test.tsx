import { render } from '@testing-library/react'
import { StaticMarkup } from './static-markup.tsx'

const links = [
  <a key="1" href="/books">
    Books
  </a>,
  <a key="2" href="/sudoku">
    Sudoku
  </a>,
]
const lamp = { dangerouslySetInnerHTML: { __html: '<b>lamp</b>' } }
const shown = (part: React.ReactNode) => render(part).container.innerHTML

test('shows what was written in place of its content, with its own attributes', () => {
  const write = jest.fn(() => ({ html: '<a href="/books">Books</a>' }))
  const part = (
    <StaticMarkup as="nav" aria-label="Topics" write={write}>
      {links}
    </StaticMarkup>
  )
  expect(shown(part)).toBe('<nav aria-label="Topics"><a href="/books">Books</a></nav>')
  expect(write).toHaveBeenCalledWith(links)
})

test('names its place in the page, where the rest of it is put in later', () => {
  const part = <StaticMarkup as="ul" className="rows" write={() => ({ html: '<!--here-->', place: 2 })} />
  expect(shown(part)).toBe('<ul class="rows" data-static="2"><!--here--></ul>')
})

test('hands finished HTML on as it is', () => {
  const write = jest.fn(({ __html }: { __html: string }) => ({ html: __html.toUpperCase() }))
  const part = <StaticMarkup as="div" write={write as never} {...lamp} />
  expect(shown(part)).toBe('<div><b>LAMP</b></div>')
})

test.each([undefined, () => undefined])('is a part like any other if nothing writes it', (write) => {
  const html = '<p><a href="/books">Books</a><a href="/sudoku">Sudoku</a></p>'
  expect(
    shown(
      <StaticMarkup as="p" write={write}>
        {links}
      </StaticMarkup>,
    ),
  ).toBe(html)
  expect(shown(<StaticMarkup as="p" write={write} {...lamp} />)).toBe('<p><b>lamp</b></p>')
})
