import { api } from './api.ts'

/** How many connections of the pool `act` had at once, at most. */
export async function peakConnections(act: () => Promise<unknown>): Promise<number> {
  const { pool } = api()
  let [now, most] = [0, 0]
  const take = () => {
    now++
    most = Math.max(most, now)
  }
  const release = () => void now--
  pool.on('acquire', take).on('release', release)
  try {
    await act()
    return most
  } finally {
    pool.off('acquire', take).off('release', release)
  }
}
