import { renderContext } from './render-context.ts'

/**
 * Sets finished HTML aside while its page is made and returns its placeholder, for `dangerouslySetInnerHTML`.
 * React would write it twice into the page: once as HTML and once, escaped, into the data that the browser's React starts
 * from. If nothing puts it back, as on a page for one reader alone, the HTML itself is returned.
 */
export function setAsideHtml(html: string): string {
  const aside = renderContext()?.setAside
  return aside ? placeOf(aside.push(html) - 1) : html
}

/**
 * The page with everything that was set aside in its place. In the data the placeholder stays: `<` is escaped there.
 * @throws Error if something has no place in the page: half a story is worse than none.
 */
export function putBackHtml(page: string, setAside: readonly string[]): string {
  let putBack = 0
  const whole = page.replace(anyPlace, (place, index) => {
    const html = setAside[Number(index)]
    if (html === undefined) return place
    putBack++
    return html
  })
  if (putBack !== setAside.length) throw new Error('A page has lost the place of what was put aside for it')
  return whole
}

const anyPlace = /<!--set-aside-(\d+)-->/g

// A comment: people's texts have none, and no text of React's has a `<`.
function placeOf(index: number): string {
  return `<!--set-aside-${index}-->`
}
