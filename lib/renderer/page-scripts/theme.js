// Sets what the first paint depends on. The same page is kept for everybody, so only the browser knows it.
const root = document.documentElement

// Loads the cover that a page opens with as soon as it is parsed. It and its twin for the dark are both lazy, because only
// the one that the theme shows may be loaded; without this it would wait for the layout.
const early = new MutationObserver(() => {
  const [day, night] = ['day', 'night'].map((name) => document.querySelector(`img[fetchpriority="high"].by-${name}`))
  if (!day || !night) return
  early.disconnect()
  const { theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light' } = root.dataset
  const cover = theme === 'dark' ? night : day
  Object.assign(new Image(), { fetchPriority: 'high', sizes: cover.sizes, srcset: cover.srcset, src: cover.src })
})
early.observe(root, { childList: true, subtree: true })
addEventListener('DOMContentLoaded', () => early.disconnect())

// The bar keeps room for the account where there may be a session.
if (/(?:^|;\s*)signed_in=1(?:;|$)/.test(document.cookie)) root.dataset.session = 'in'

// The colours of the browser's own bar: --paper of each theme.
const papers = { light: '#fbfaf6', sepia: '#f4ebd6', dark: '#15140f' }
const barColour = document.createElement('meta')
barColour.name = 'theme-color'

/** Shows a theme, and size and line length as one list of words; nothing stands for the defaults. */
function show(theme, reading) {
  if (Object.hasOwn(papers, theme ?? '')) {
    root.dataset.theme = theme
    barColour.content = papers[theme]
    // Browsers take the first of several that fit.
    document.head.prepend(barColour)
  } else {
    delete root.dataset.theme
    barColour.remove()
  }
  root.dataset.reading = reading ?? ''
}

function showKept() {
  try {
    // An older site kept it there; the session is in a cookie that no script can read.
    localStorage.removeItem('token')
    show(localStorage.getItem('theme'), localStorage.getItem('reading'))
  } catch {
    // Storage is blocked: the system decides.
  }
}

showKept()
// Another page has changed it, perhaps while this one lay in the browser's cache or was prerendered.
addEventListener('storage', showKept)
addEventListener('pageshow', showKept)
document.addEventListener('prerenderingchange', showKept)

// The panel ticks what is shown when it opens, and applies at once what is ticked.
const panel = 'reading-settings'
const { dataset } = root
document.addEventListener(
  'beforetoggle',
  ({ target }) => {
    const form = target.querySelector(`#${panel}`)
    if (!form) return
    const shown = [dataset.theme ?? 'system', ...(dataset.reading || 'medium narrow').split(' ')]
    for (const input of form.elements) input.checked = shown.includes(input.value)
  },
  true,
)
document.addEventListener('change', ({ target }) => {
  if (target.form?.id !== panel) return
  const { theme, size, column } = Object.fromEntries(new FormData(target.form))
  const reading = `${size} ${column}`
  show(theme, reading)
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
    if (reading === 'medium narrow') localStorage.removeItem('reading')
    else localStorage.setItem('reading', reading)
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
})

try {
  const { uuid, name } = JSON.parse(localStorage.getItem('userData')) ?? {}
  // On the menu's button until its script has loaded.
  if (name) root.style.setProperty('--initial', JSON.stringify([...name][0]))
  if (uuid && location.pathname === `/profile/${uuid}` && dataset.session) dataset.page = 'own-profile'
  // A list that one comes back to is as long as it was left, until its rows are there again.
  const arrival = performance.getEntriesByType('navigation')[0]?.type
  const height = Number.parseInt(sessionStorage.getItem(`list:${location.pathname}${location.search}`), 10)
  if (height > 0 && (arrival === 'back_forward' || arrival === 'reload')) {
    root.style.setProperty('--kept-list', `${height}px`)
    dataset.kept = ''
  }
} catch {
  // Storage is blocked: nothing is remembered.
}
