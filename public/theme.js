// Sets what the first paint depends on. The same page is kept for everybody, so only the browser knows it.
const root = document.documentElement
// The bar keeps room for the account where there may be a session, and for no New Story button where one writes.
if (/(?:^|;\s*)signed_in=1(?:;|$)/.test(document.cookie)) root.dataset.session = 'in'
if (location.pathname.includes('new-story')) root.dataset.page = 'new-story'
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  const uuid = JSON.parse(localStorage.getItem('userData') ?? 'null')?.uuid
  if (uuid && location.pathname === `/profile/${uuid}` && root.dataset.session) root.dataset.page = 'own-profile'
  // A list that one comes back to is as long as it was left, until its rows are there again.
  const arrival = performance.getEntriesByType('navigation')[0]?.type
  const height = Number.parseInt(sessionStorage.getItem(`list:${location.pathname}${location.search}`))
  if (height > 0 && (arrival === 'back_forward' || arrival === 'reload')) {
    root.style.setProperty('--kept-list', `${height}px`)
    root.dataset.kept = ''
  }
} catch {
  // Storage is blocked: the system decides.
}
