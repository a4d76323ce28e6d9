// Between a list and a story, the row's picture and title become the story's: they get names for just this one change of
// pages, so that no name is there twice and a long list has nothing else to capture.
const slowMs = 100

const storyOf = (from, to) =>
  [to, from].map((url) => url && new URL(url).pathname).find((path) => path?.startsWith('/article/'))

const partsOf = (path) => {
  const main = document.querySelector('main')
  if (path === location.pathname) return [main?.querySelector('h1'), main?.querySelector('figure .picture')]
  const link = [...(main?.querySelectorAll('article a[href]') ?? [])].find((one) => one.pathname === path)
  return [link, link?.closest('article').querySelector('.picture')]
}

const turn = ({ viewTransition }, from, to) => {
  const path = viewTransition && storyOf(from, to)
  if (!path) return
  const [title, picture] = partsOf(path)
  const named = [
    // Nothing else takes part: to keep and fade a picture of the whole page takes a phone longer than to paint the story.
    [document.documentElement, 'none'],
    [title, 'turned-title'],
    [picture, 'turned-picture'],
  ].filter(([part]) => part)
  for (const [part, name] of named) part.style.viewTransitionName = name
  viewTransition.finished.finally(() => {
    for (const [part] of named) part.style.viewTransitionName = ''
  })
}

/** When the last page was left, by the browser's own clock, or 'slow'. */
const kept = () => {
  try {
    return sessionStorage.getItem('page-turn')
  } catch {
    // Storage is blocked: every page is turned.
  }
}
const keep = (value) => {
  try {
    sessionStorage.setItem('page-turn', value)
  } catch {}
}

/** A page that may be turned is asked for its picture before the next one shows, also if it then says no. */
const stopTurning = () => {
  const none = new CSSStyleSheet()
  none.replaceSync('@view-transition { navigation: none; }')
  document.adoptedStyleSheets = [none]
}

/** A device that needs long for it, although the whole page was there, opens pages without it until its tab closes. */
const spareTheSlow = (paints) => {
  const [paint] = paints.getEntries()
  if (performance.timeOrigin + paint.startTime - kept() <= slowMs) return
  keep('slow')
  stopTurning()
}

if (kept() === 'slow') stopTurning()
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && kept() === 'slow') stopTurning()
})
addEventListener('pageswap', (event) => {
  if (!event.viewTransition) return
  if (kept() === 'slow') return event.viewTransition.skipTransition()
  keep(performance.timeOrigin + performance.now())
  turn(event, location.href, event.activation?.entry.url)
})
addEventListener('pagereveal', (event) => {
  turn(event, navigation.activation?.from?.url, location.href)
  const [arrival] = performance.getEntriesByType('navigation')
  if (event.viewTransition && arrival?.activationStart > 0)
    new PerformanceObserver(spareTheSlow).observe({ type: 'paint', buffered: true })
})
