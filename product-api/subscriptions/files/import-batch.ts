import { randomUUID } from 'node:crypto'
import type { Frequency } from '#contract/frequencies.ts'
import type { ImportReport } from '#contract/subscriber-files.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { newId } from '#platform/db/id.ts'
import { disableJit, transaction } from '#platform/db/transaction.ts'
import { listSuppressed } from '../suppressions.ts'
import * as repository from './import-repository.ts'
import type { Candidate, Columns } from './read-row.ts'

/** The list and frequency that a file's addresses are subscribed to. */
export type Target = {
  category: string
  frequency: Frequency
  /** Whether the operator vouches for the proofs of the file. */
  isVouched: boolean
  isDry: boolean
}

/** Imports some candidates in one transaction, or only checks them. @returns the outcome of each, in their order. */
export async function importBatch(
  ctx: Pick<Context, 'db' | 'now'>,
  candidates: readonly Candidate[],
  target: Target,
): Promise<Figure[]> {
  return transaction(ctx.db, async (tx) => {
    await disableJit(tx)
    if (target.isDry) return (await decide(tx, candidates, target)).figures
    const now = ctx.now()
    const suppressed = await listSuppressed(tx, emailsOf(candidates))
    const welcome = candidates.filter(({ email }) => !suppressed.has(email.toLowerCase()))
    const made = welcome.map(({ email, timeZone }) => ({ id: newId(now), email, timeZone }))
    await repository.insertSubscribers(tx, made, now)
    const { figures, fresh, confirmed } = await decide(tx, candidates, target)
    const rows = fresh.map((one) => ({ ...one, id: newId(now), uuid: randomUUID() }))
    if (rows.length > 0) await repository.insertSubscriptions(tx, rows, { ...target, now })
    if (confirmed.length > 0) await repository.markConfirmed(tx, confirmed, now)
    return figures
  })
}

type Decided = {
  figures: Figure[]
  fresh: { subscriberId: string; provenAt: Date | undefined }[]
  confirmed: { id: string; provenAt: Date | undefined }[]
}

async function decide(db: Db, candidates: readonly Candidate[], target: Target): Promise<Decided> {
  const emails = emailsOf(candidates)
  const suppressed = await listSuppressed(db, emails)
  const known = await repository.listKnown(db, { emails, category: target.category, isLocked: !target.isDry })
  const byEmail = new Map(known.map((one) => [one.email, one]))
  const decided: Decided = { figures: [], fresh: [], confirmed: [] }
  for (const { email, provenAt: proof } of candidates) {
    const address = byEmail.get(email.toLowerCase())
    const provenAt = target.isVouched ? proof : undefined
    const figure = suppressed.has(email.toLowerCase()) ? 'suppressed' : figureOf(address, provenAt !== undefined)
    decided.figures.push(figure)
    if (!address || (figure !== 'confirmed' && figure !== 'unconfirmed')) continue
    if (address.subscriptionId) decided.confirmed.push({ id: address.subscriptionId, provenAt })
    else decided.fresh.push({ subscriberId: address.subscriberId, provenAt })
  }
  return decided
}

/** Unsubscribed addresses stay unsubscribed; pending ones are confirmed if the file has proof. */
function figureOf(address: repository.KnownAddress | undefined, isProven: boolean): Figure {
  if (address?.isEnded || address?.isGone) return 'ended'
  if (address?.subscriptionId && (address.isConfirmed || !isProven)) return 'known'
  return isProven ? 'confirmed' : 'unconfirmed'
}

function emailsOf(candidates: readonly Candidate[]): string[] {
  return candidates.map(({ email }) => email)
}

type Figure =
  | 'confirmed'
  | 'unconfirmed'
  | 'known'
  | 'ended'
  | 'suppressed'
  | 'not_subscribed'
  | 'duplicates'
  | 'refused'

const linesMost = 1_000

export function emptyReport(isDry: boolean, { used, unused }: Columns): ImportReport {
  return {
    ...{ dry_run: isDry, rows: 0, imported: 0, confirmed: 0, unconfirmed: 0, known: 0, ended: 0, suppressed: 0 },
    ...{
      not_subscribed: 0,
      duplicates: 0,
      refused: 0,
      lines: [],
      columns: used,
      unused_columns: unused,
      stopped: null,
    },
  }
}

export function countRow(report: ImportReport, figure: Figure): void {
  report.rows++
  report[figure]++
  if (figure === 'confirmed' || figure === 'unconfirmed') report.imported++
}

export function noteLine(report: ImportReport, note: ImportReport['lines'][number]): void {
  if (report.lines.length < linesMost) report.lines.push(note)
}
