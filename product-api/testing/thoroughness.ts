import { repeatableRandom } from '#scripts/seed/repeatable-random.ts'

/** Set by `npm run test:all`, to try every kill and every input; the quick run tries a few of each. */
export const isThorough = process.env.TEST_ALL === 'on'

/**
 * Random numbers for a test that interrupts at random moments. The seed is printed, so that a failed run can be
 * repeated with `TEST_SEED`.
 */
export function printedRandom(test: string): () => number {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`${test}: TEST_SEED=${seed}\n`)
  return repeatableRandom(seed)
}
