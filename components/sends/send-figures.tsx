import type { SendFigures } from '#contract/sends.ts'

const parts: readonly { part: Exclude<keyof SendFigures, 'recipients'>; name: string; means: string }[] = [
  { part: 'sent', name: 'Sent', means: 'accepted by the mail server' },
  { part: 'queued', name: 'Waiting', means: 'still to come, or deferred by the mail server' },
  { part: 'sending', name: 'On the way', means: 'being handed over right now' },
  {
    part: 'uncertain',
    name: 'Uncertain',
    means: 'the connection broke, or our process ended, before the mail server answered',
  },
  { part: 'bounced', name: 'Bounced', means: 'refused for good' },
  { part: 'failed', name: 'Failed', means: 'given up after several tries' },
  { part: 'left_out', name: 'Left out', means: 'unsubscribed or paused since, or the story is gone' },
  { part: 'cancelled', name: 'Cancelled', means: 'the send was cancelled before its turn' },
]

/** How many recipients are where; the parts add up to all of them. */
export function SendFiguresTable({ figures }: { figures: SendFigures }) {
  return (
    <table className="w-full max-w-column border-y border-line text-ui">
      <caption className="sr-only">Recipients by what happened to their email</caption>
      <tbody className="divide-y divide-line">
        {parts.map(({ part, name, means }) => (
          <tr key={part} className={figures[part] === 0 ? 'text-faint' : ''}>
            <th scope="row" className="py-2 pe-4 text-start align-top font-normal">
              {name}
              <span className="block text-small text-faint">{means}</span>
            </th>
            <td className="py-2 text-end align-top tabular-nums">{figures[part].toLocaleString('en-GB')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-edge font-semibold">
          <th scope="row" className="py-2 pe-4 text-start">
            All recipients
          </th>
          <td className="py-2 text-end tabular-nums">{figures.recipients.toLocaleString('en-GB')}</td>
        </tr>
      </tfoot>
    </table>
  )
}
