export type MailView = { isDark: boolean; isPhone: boolean }

const styleElement = /<style[^>]*>([\s\S]*?)<\/style>/gi
const mediaBlock = /@media\s*\(([^)]*)\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g
const classRule = /\.([\w-]+)\s*\{([^{}]*)\}/g

/**
 * An email's HTML as an email app shows it in the dark or on a phone. The rules of its style sheet for that are written
 * into the elements: the site's Content-Security-Policy, which a frame inherits, allows no style sheet. Links open
 * elsewhere.
 */
export function emulateMail(html: string, { isDark, isPhone }: MailView): string {
  const css = [...html.matchAll(styleElement)].map(([, text]) => text).join('\n')
  const mail = new DOMParser().parseFromString(html.replace(styleElement, ''), 'text/html')
  for (const [, condition = '', rules = ''] of css.matchAll(mediaBlock)) {
    if (condition.includes('dark') ? !isDark : !isPhone) continue
    for (const [, name = '', declarations = ''] of rules.matchAll(classRule)) {
      for (const element of mail.getElementsByClassName(name)) {
        element.setAttribute('style', `${element.getAttribute('style') ?? ''};${declarations.trim()}`)
      }
    }
  }
  for (const element of mail.querySelectorAll('meta[name$="color-scheme"]')) element.remove()
  for (const link of mail.querySelectorAll('a')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  return `<!doctype html>${mail.documentElement.outerHTML}`
}
