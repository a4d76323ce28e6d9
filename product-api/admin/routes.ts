import type { Api } from '#platform/http/api.ts'
import { auditRoutes } from './audit/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { systemRoutes } from './system/routes.ts'
import type { PartCheck } from './system-check.ts'

/** The calls of the administrators’ pages: people, figures, jobs, the audit, the state of the parts. */
export function adminRoutes(api: Api, { parts }: { parts: readonly PartCheck[] }): void {
  peopleRoutes(api)
  dashboardRoutes(api)
  jobRoutes(api)
  auditRoutes(api)
  systemRoutes(api, { parts })
}
