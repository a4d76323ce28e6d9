export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const changed = 'bytewise:theme'

/** The remembered theme; `public/theme.js` sets the same one before the first paint. */
export function rememberedTheme(): Theme {
  try {
    const theme = localStorage.getItem(key)
    return theme === 'light' || theme === 'dark' ? theme : 'system'
  } catch {
    return 'system'
  }
}

export function rememberTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage is blocked: the theme holds for this page.
  }
  dispatchEvent(new Event(changed))
}

/** Calls back when the theme was switched here or in another tab. */
export function onThemeChange(callback: () => void): () => void {
  addEventListener(changed, callback)
  addEventListener('storage', callback)
  return () => {
    removeEventListener(changed, callback)
    removeEventListener('storage', callback)
  }
}
