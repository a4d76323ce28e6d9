import { render } from '@testing-library/react'
import { JsonLd } from './json-ld.tsx'

test('no text in the data can end the script element', () => {
  const { container } = render(<JsonLd data={{ headline: '</script><img src=x onerror=alert(1)>' }} />)
  expect(container.innerHTML).not.toContain('<img')
  expect(JSON.parse(container.querySelector('script')?.textContent ?? '')).toEqual({
    headline: '</script><img src=x onerror=alert(1)>',
  })
})
