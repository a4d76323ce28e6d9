'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { formatDateTime } from '#components/ui/format-date-time.ts'
import type { SystemFinding } from '#contract/system.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { Badge, Row, RowList } from './row-list.tsx'

const states = { good: 'Good', hint: 'Note', bad: 'Trouble' } as const
const looks = { good: 'good', hint: 'notice', bad: 'bad' } as const

/** How the parts of the product are, looked at when the page opens and on demand. */
export function SystemPanel() {
  const { data: system, error, mutate } = useCall('GET /dashboard/system')
  const [isChecking, setIsChecking] = useState(false)
  const [said, setSaid] = useState('')

  async function checkAgain() {
    if (isChecking) return
    setIsChecking(true)
    setSaid('')
    // The call itself shows any failure.
    const found = await mutate().catch(() => undefined)
    setIsChecking(false)
    const troubles = found?.checks.filter(({ state }) => state === 'bad').length
    if (troubles !== undefined)
      setSaid(troubles === 0 ? 'Checked: everything is working.' : `Checked: ${troubles} not working.`)
  }

  return (
    <section aria-label="Parts" className="flex flex-col gap-5">
      {error && <FormNotice kind="failure">{error.message}</FormNotice>}
      {!system && !error && <p className="text-faint">Checking…</p>}
      {system && (
        <>
          <RowList label="Parts">
            {system.checks.map(({ part, state, findings, facts }) => (
              <Row
                key={part}
                title={`${part[0]?.toUpperCase()}${part.slice(1)}`}
                badges={<Badge look={looks[state]}>{states[state]}</Badge>}
                facts={[...findings.map(inWords), facts.join(', ')]}
              />
            ))}
          </RowList>
          <p className="text-small text-faint">
            Version {system.version}, Node {system.node}, running since {formatDateTime(system.started_at)}. Checked{' '}
            {formatDateTime(system.checked_at)}.
          </p>
        </>
      )}
      {/* Not before there is something above it: it would move. */}
      {(system || error) && (
        <div className="flex flex-wrap items-center gap-4">
          <Button isBusy={isChecking} onClick={checkAgain}>
            {isChecking ? 'Checking…' : 'Check again'}
          </Button>
          <p role="status" className="text-ui text-green">
            {said}
          </p>
        </div>
      )}
    </section>
  )
}

/** A finding, and what to do about it. */
function inWords({ sentence, advice }: SystemFinding) {
  return (
    <>
      {sentence} {advice && <span className="text-ink">{advice}</span>}
    </>
  )
}
