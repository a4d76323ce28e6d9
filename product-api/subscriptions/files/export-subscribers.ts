import { recordAudit } from '#platform/audit.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import { disableJit, transaction } from '#platform/db/transaction.ts'
import { type ExportedSubscriber, listForExport } from './export-repository.ts'
import { csvLine } from './write-csv.ts'

const batchSize = 1_000
const header = [
  ...['email', 'status', 'lists', 'frequency', 'confirmed_at', 'created_at', 'time_zone', 'ended_at', 'suppressed'],
]

/** All subscribers as CSV, some lines at a time, as they are read. That it was asked for is kept in the audit. */
export async function exportSubscribers(ctx: SignedInContext): Promise<AsyncGenerator<string>> {
  await transaction(ctx.db, (tx) => recordAudit(ctx, tx, { action: 'subscribers_exported' }))
  return write(ctx)
}

async function* write(ctx: Pick<Context, 'db'>): AsyncGenerator<string> {
  yield csvLine(header)
  for (let after: string | undefined; ; ) {
    const rows = await transaction(ctx.db, async (tx) => {
      await disableJit(tx)
      return listForExport(tx, { after, limit: batchSize })
    })
    if (rows.length > 0) yield rows.map(lineOf).join('')
    if (rows.length < batchSize) return
    after = rows.at(-1)?.id
  }
}

function lineOf(row: ExportedSubscriber): string {
  const { email, lists, frequencies, confirmedAt, createdAt, timeZone, endedAt, suppressed } = row
  const values = [email, statusOf(row), lists, frequencies, confirmedAt, createdAt, timeZone, endedAt, suppressed]
  return csvLine(values.map((value) => value ?? ''))
}

function statusOf({ isConfirmed, isSubscribed }: ExportedSubscriber): string {
  if (isConfirmed) return 'confirmed'
  return isSubscribed ? 'unconfirmed' : 'ended'
}
