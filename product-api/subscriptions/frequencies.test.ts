import { digestFrequencies, type Frequency, frequencies, frequencyTable } from '#contract/frequencies.ts'
import { api, withApi } from '#testing/api.ts'
import { aSubscriber } from '#testing/newsletters.ts'

// The contract's table is the one list of frequencies. The database has its own in constraints and in a trigger: a
// frequency that is added needs a migration, and these tests fail without it.
withApi()

test('the database accepts the frequencies of the table, and no others', async () => {
  const { rows } = await api().pool.query<{ place: string; check: string }>(
    `select conrelid::regclass::text as place, pg_get_constraintdef(oid) as check from pg_constraint
     where contype = 'c' and pg_get_constraintdef(oid) ~ '\\m(frequency|digests)\\M'`,
  )
  const accepted = Object.fromEntries(
    rows.map(({ place, check }) => [place, [...check.matchAll(/'(\w+)'/g)].map(([, word = '']) => word).sort()]),
  )
  expect(accepted).toEqual({
    subscriptions: [...frequencies].sort(),
    subscription_requests: [...frequencies].sort(),
    sends: [...digestFrequencies].sort(),
    subscribers: [...digestFrequencies].sort(),
  })
})

describe('the digests of a subscriber with several', () => {
  const pairs = digestFrequencies.flatMap((one) => digestFrequencies.map((other) => [one, other] as const))

  // The trigger takes the alphabetical minimum, which is right only for as long as this passes.
  test.each(pairs)('%s and %s come as often as the more frequent of the two', async (one, other) => {
    const { email } = await aSubscriber(
      { category: 'fiction', frequency: one },
      { category: 'books', frequency: other },
      { category: 'poetry', frequency: 'published' },
    )
    const { rows } = await api().pool.query<{ digests: Frequency }>(
      'select digests from subscribers where email = $1',
      [email],
    )
    const [{ digests } = { digests: 'published' as const }] = rows
    const days = [one, other].map((frequency) => frequencyTable[frequency].digest.days)
    expect(frequencyTable[digests].digest?.days).toBe(Math.min(...days))
  })
})
