import { useEffect, useState } from 'react'

/** A process that is silent for three minutes has probably died, so the job may be started again. */
const silentMs = 3 * 60_000

/** Whether a job under way has been silent for too long. Turns true on its own, without another answer. */
export function useSilence(changedAt: string, isUnderWay: boolean): boolean {
  const silentFrom = Date.parse(changedAt) + silentMs
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setNow(Math.max(Date.now(), silentFrom)), Math.max(0, silentFrom - Date.now()))
    return () => clearTimeout(timer)
  }, [isUnderWay, silentFrom])
  return isUnderWay && now >= silentFrom
}
