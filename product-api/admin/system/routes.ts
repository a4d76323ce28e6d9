import { readFileSync } from 'node:fs'
import path from 'node:path'
import { system } from '#contract/system.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { checkParts, type PartCheck } from '../system-check.ts'

const manifest = path.join(import.meta.dirname, '../../../package.json')
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** How the product is, for administrators. */
export function systemRoutes(api: Api, { parts }: { parts: readonly PartCheck[] }): void {
  endpoint(api, system.check, async (ctx) => ({
    version,
    node: process.version,
    started_at: new Date(performance.timeOrigin).toISOString(),
    checked_at: ctx.now().toISOString(),
    checks: await checkParts(parts),
  }))
}
