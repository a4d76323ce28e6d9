import { readFileSync } from 'node:fs'
import path from 'node:path'
import { system } from '#contract/system.ts'
import type { Api } from '#platform/http/api.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { auditRoutes } from './audit/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { type PartCheck, runSystemChecks } from './run-system-checks.ts'

/** The calls of the administrators’ pages: people, figures, jobs, the audit log and the system checks. */
export function adminRoutes(api: Api, { parts }: { parts: readonly PartCheck[] }): void {
  peopleRoutes(api)
  dashboardRoutes(api)
  jobRoutes(api)
  auditRoutes(api)
  systemRoutes(api, { parts })
}

const manifest = path.join(import.meta.dirname, '../../package.json')
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** Version and system checks, for administrators. */
function systemRoutes(api: Api, { parts }: { parts: readonly PartCheck[] }): void {
  endpoint(api, system.check, async (ctx) => ({
    version,
    node: process.version,
    started_at: new Date(performance.timeOrigin).toISOString(),
    checked_at: ctx.now().toISOString(),
    checks: await runSystemChecks(parts),
  }))
}
