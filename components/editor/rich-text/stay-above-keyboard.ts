/** On a phone the keyboard covers the page's end: tells the stylesheet how much of it. */
export function stayAboveKeyboard(element: HTMLElement): () => void {
  const view = window.visualViewport
  if (!view) return () => undefined
  const measure = () => {
    const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop)
    element.style.setProperty('--covered', `${Math.round(covered)}px`)
  }
  measure()
  view.addEventListener('resize', measure)
  view.addEventListener('scroll', measure)
  return () => {
    view.removeEventListener('resize', measure)
    view.removeEventListener('scroll', measure)
  }
}
