import { emulateMail } from './emulate-mail.ts'

const html = `<!doctype html><html><head><meta name="color-scheme" content="light dark"><title>x</title><style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #000 !important; }
  .ink { color: #fff !important; }
}
@media (max-width: 600px) { .raised { padding: 4px !important; } }
</style></head><body class="paper" style="margin:0"><p class="ink raised">Hello <a href="https://example.com/a">there</a></p></body></html>`
const seen = (view: { isDark: boolean; isPhone: boolean }) =>
  new DOMParser().parseFromString(emulateMail(html, view), 'text/html')

describe('an email as its recipients see it', () => {
  test('has its style sheet’s dark colours in the dark', () => {
    const mail = seen({ isDark: true, isPhone: false })
    expect(mail.body.getAttribute('style')).toBe('margin:0;background: #000 !important;')
    expect(mail.querySelector('p')?.getAttribute('style')).toContain('color: #fff')
    expect(mail.querySelector('p')?.getAttribute('style')).not.toContain('padding')
  })

  test('on a phone has what the style sheet says for that', () => {
    const mail = seen({ isDark: false, isPhone: true })
    expect(mail.querySelector('p')?.getAttribute('style')).toContain('padding: 4px')
    expect(mail.body.getAttribute('style')).toBe('margin:0')
  })

  test('has no style sheet, which the page would refuse, and does not follow the device', () => {
    const mail = seen({ isDark: false, isPhone: false })
    expect(mail.querySelector('style, meta[name="color-scheme"]')).toBeNull()
    expect(mail.body.textContent).toContain('Hello there')
  })

  test('opens its links elsewhere', () => {
    const link = seen({ isDark: false, isPhone: false }).querySelector('a')
    expect(link?.getAttribute('target')).toBe('_blank')
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link?.getAttribute('href')).toBe('https://example.com/a')
  })
})
