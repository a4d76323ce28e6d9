'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { JobList } from './job-list.tsx'
import { QueueTable } from './queue-table.tsx'

/** What becomes of jobs: how many there are, and what can be done about those that failed. */
export function JobDesk() {
  const { data: queues, error, mutate } = useCall('GET /dashboard/queues')
  const [round, setRound] = useState(0)
  const [done, setDone] = useState('')
  const action = useAction()

  function lookAgain() {
    setRound((before) => before + 1)
    void mutate()
  }

  const retryAll = (queue: string) =>
    action.run(queue, async () => {
      setDone('')
      const { body } = await callBff('POST /dashboard/queues/:queue/retry', { params: { queue } })
      setDone(body.count === 1 ? 'One job will be done at once.' : `${body.count} jobs will be done at once.`)
      lookAgain()
    })

  const wrong = action.message ?? error?.message
  return (
    <>
      {wrong && (
        <FormNotice kind="failure">
          <p>{wrong}</p>
        </FormNotice>
      )}
      <section aria-labelledby="queues" className="flex flex-col gap-4">
        <h2 id="queues" className="font-serif text-lead font-semibold">
          Queues
        </h2>
        {queues ? (
          <QueueTable queues={queues} isBusy={action.isAsked} onRetryAll={retryAll} />
        ) : (
          !error && <p className="text-faint">Loading…</p>
        )}
        <p role="status" className="text-ui text-green empty:-mt-4">
          {done}
        </p>
        <button type="button" onClick={lookAgain} className={`${buttonStyle.secondary} self-start`}>
          Look again
        </button>
      </section>
      <JobList
        round={round}
        state="failed"
        title="Failed for good"
        text="Every try failed. These jobs are kept for a day; then they are gone."
        empty="No job has failed for good."
        onChanged={() => void mutate()}
      />
      <JobList
        round={round}
        state="retry"
        title="To be tried again"
        text="These failed and are tried again by themselves, after longer and longer pauses."
        empty="No job waits to be tried again."
        onChanged={() => void mutate()}
      />
    </>
  )
}
