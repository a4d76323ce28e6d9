import { paths } from '#contract/paths.ts'

/** How much of the list can be read without a connection. */
export function OfflineLine({ count, of }: { count: number; of: number }) {
  if (count === 0) return null
  const some = `${count} of these ${of} stories ${count === 1 ? 'is' : 'are'}`
  const said = count < of ? some : of === 1 ? 'This story is' : 'These stories are'
  return (
    <p className="text-small text-faint">
      {said} on this device, to{' '}
      <a href={paths.offline} className="underline underline-offset-2 hover:text-ink">
        read offline
      </a>
      .
    </p>
  )
}
