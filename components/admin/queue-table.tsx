import { RowButton } from '#components/profile/device-rows.tsx'
import type { QueueState } from '#contract/administration.ts'

type Props = {
  queues: readonly QueueState[]
  isBusy: (queue: string) => boolean
  onRetryAll: (queue: string) => void
}

const columns = ['waiting', 'later', 'active', 'failed'] as const
const headings = { waiting: 'Waiting', later: 'Later', active: 'Active', failed: 'Failed' } as const

export function QueueTable({ queues, isBusy, onRetryAll }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section tabIndex={0} aria-label="Jobs by queue and state" className="overflow-x-auto">
      <table className="w-full text-ui tabular-nums">
        <thead className="text-small text-faint">
          <tr>
            <th scope="col" className="py-2 pe-4 text-start font-normal">
              Queue
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-2 text-end font-normal">
                {headings[column]}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name} className="border-t border-line">
              <th scope="row" className="py-2 pe-4 text-start font-semibold">
                {queue.name}
              </th>
              {columns.map((column) => (
                <td key={column} className="px-2 py-2 text-end">
                  {queue[column].toLocaleString('en-GB')}
                </td>
              ))}
              <td className="h-11 ps-4 text-end whitespace-nowrap">
                {queue.failed > 0 && (
                  <RowButton
                    label="Retry failed"
                    of={queue.name}
                    isBusy={isBusy(queue.name)}
                    onPress={() => onRetryAll(queue.name)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
