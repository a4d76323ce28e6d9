import type { Context } from '#platform/context.ts'
import { deleteRecipientsBefore } from '../delivery/ledger-repository.ts'

const keptDays = 180
const atOnce = 5_000

/** Who got what is kept for half a year, long after anything in it could be news again; the figures of a send stay. */
export async function forgetOldRecipients({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000)
  while ((await deleteRecipientsBefore(db, before, atOnce)) === atOnce);
}
