import { createHash } from 'node:crypto'
import { contentSecurityPolicy, inlineScriptHashes, securityHeaders } from '#lib/security-headers.ts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

describe('inlineScriptHashes', () => {
  test('allows the inline scripts around the content', () => {
    const html = '<head><script>a()</script></head><main><p>Story</p></main><script>b()</script>'
    expect(inlineScriptHashes(html)).toEqual([hashOf('a()'), hashOf('b()')])
  })

  test('never allows a script that is in the content, even one that closes it first', () => {
    const html = '<main><p>Story</p></main><script>evil()</script><main></main><script>b()</script>'
    expect(inlineScriptHashes(html)).toEqual([hashOf('b()')])
  })

  test('needs no hash for files and data', () => {
    const html = '<script src="/x.js"></script><script type="application/ld+json">{}</script>'
    expect(inlineScriptHashes(html)).toEqual([])
  })
})

describe('contentSecurityPolicy', () => {
  test('allows scripts from here and by hash only, and no frame around us', () => {
    const policy = contentSecurityPolicy(["'sha256-x'"], { https: false })
    expect(policy).toContain("script-src 'self' 'sha256-x';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
  })
})

test('every answer is taken as what it says it is, is shown in no frame, and tells others little', () => {
  expect(securityHeaders({ https: false })).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
})

describe('Strict-Transport-Security', () => {
  test('speaks for this host alone: others of its domain may have no https', () => {
    expect(securityHeaders({ https: true })).toMatchObject({ 'strict-transport-security': 'max-age=31536000' })
    expect(securityHeaders({ https: false })).not.toHaveProperty('strict-transport-security')
  })
})
