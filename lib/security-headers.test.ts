import { contentSecurityPolicy, securityHeaders } from '#lib/security-headers.ts'

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
