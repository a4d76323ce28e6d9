import { readFileSync } from 'node:fs'
import path from 'node:path'
import { system } from '#contract/system.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { type PartCheck, runSystemChecks } from './checks.ts'
import { noteAddressCheck } from './note-address-check.ts'

const manifest = path.join(import.meta.dirname, '../../package.json')
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** How the parts of the product are, for administrators; and what the web says in answer to a check. */
export function doctorRoutes(api: Api, { parts }: { parts: readonly PartCheck[] }): void {
  endpoint(api, system.check, async (ctx) => ({
    version,
    node: process.version,
    started_at: new Date(performance.timeOrigin).toISOString(),
    checked_at: ctx.now().toISOString(),
    checks: await runSystemChecks(parts),
  }))
  endpoint(api, system.noteAddressCheck, async (ctx, { params, body }) => {
    await noteAddressCheck(ctx, params.id, body)
    return { noted: true as const }
  })
}
