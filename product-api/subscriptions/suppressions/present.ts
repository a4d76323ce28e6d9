import type { Suppression } from '#contract/suppressions.ts'
import type { SuppressionRow } from './repository.ts'

export function presentSuppression({ email, reason, detail, createdAt }: SuppressionRow): Suppression {
  return { email, reason, detail, created_at: createdAt.toISOString() }
}
