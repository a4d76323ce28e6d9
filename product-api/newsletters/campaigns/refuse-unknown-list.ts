import { allCategories, knownCategories } from '#contract/categories.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'

/** @throws Problem `bad_request` naming `category`. */
export function refuseUnknownList({ productName }: Context, category: string): void {
  if (category === allCategories || knownCategories(productName).includes(category)) return
  const fault = 'This category does not exist.'
  throw new Problem('bad_request', { detail: fault, fields: { category: fault } })
}
