'use client'

import { useState } from 'react'
import { useAction } from '#components/account/use-action.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { FormNotice } from '#components/ui/form-notice.tsx'
import { callBff } from '#lib/browser/call-bff.ts'
import { useCall } from '#lib/browser/use-call.ts'
import { JobList } from './job-list.tsx'
import { QueueTable } from './queue-table.tsx'

/** The state of the jobs: how many there are, and what can be done about those that failed. */
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
      setDone(body.count === 1 ? 'One job will run straight away.' : `${body.count} jobs will run straight away.`)
      lookAgain()
    })

  const wrong = action.message ?? error?.message
  // The table would push down what is below it.
  const isThere = Boolean(queues ?? error)
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
        {isThere && (
          <button type="button" onClick={lookAgain} className={`${buttonStyle.secondary} self-start`}>
            Refresh
          </button>
        )}
      </section>
      {isThere && <TroubledJobs round={round} onChanged={() => void mutate()} />}
    </>
  )
}

function TroubledJobs({ round, onChanged }: { round: number; onChanged: () => void }) {
  return (
    <>
      <JobList
        {...{ round, onChanged }}
        state="failed"
        title="Failed for good"
        text="Every attempt failed. These jobs are kept for a day, then deleted."
        empty="No jobs have failed for good."
      />
      <JobList
        {...{ round, onChanged }}
        state="retry"
        title="Waiting for a retry"
        text="These failed and are retried automatically, after longer and longer pauses."
        empty="No jobs are waiting for a retry."
      />
    </>
  )
}
