import { recordAudit } from '#platform/audit.ts'
import type { SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { isId } from '#platform/db/id.ts'
import type { SendRow } from '#platform/db/tables/newsletters.ts'
import { afterCommit, transaction } from '#platform/db/transaction.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { findSend, markSend } from '../audience/send-repository.ts'
import { cancelUnsent } from '../delivery/finish-sends.ts'

/** Pauses a send; emails that are being handed over still go out. Pausing twice changes nothing. @throws Problem `not_found`, `not_possible`. */
export function pauseSend(ctx: SignedInContext, id: string): Promise<SendRow> {
  const change = { state: 'paused', pausedBy: 'operator', resumeAt: null } as const
  return act(ctx, id, 'newsletter_paused', async (tx, send) => {
    if (send.state === 'paused' && send.pausedBy === 'operator') return send
    return markSend(tx, id, ['sending', 'paused'], change)
  })
}

/** Resumes a paused send, also one that waits for the mail server. */
export function resumeSend(ctx: SignedInContext, id: string): Promise<SendRow> {
  const change = { state: 'sending', pausedBy: null, pauseAnswer: null, resumeAt: null } as const
  return act(ctx, id, 'newsletter_resumed', async (tx, send) => {
    if (send.state === 'sending') return send
    afterCommit(tx, ctx.wakeSender)
    return markSend(tx, id, ['paused'], change)
  })
}

/** Cancels a send for good. Its list may be sent to again in the same period; no one gets a story twice. */
export async function cancelSend(ctx: SignedInContext, id: string): Promise<SendRow> {
  const cancelled = await act(ctx, id, 'newsletter_cancelled', async (tx, send) => {
    if (send.state === 'cancelled') return send
    const isCampaign = send.kind === 'campaign'
    const key = isCampaign ? `${send.key}:cancelled:${id}` : send.key
    return markSend(tx, id, ['freezing', 'sending', 'paused'], {
      state: 'cancelled',
      endedAt: ctx.now(),
      pausedBy: null,
      resumeAt: null,
      key,
    })
  })
  await cancelUnsent(ctx, id)
  return (await findSend(ctx.db, id)) ?? cancelled
}

type Action = 'newsletter_paused' | 'newsletter_resumed' | 'newsletter_cancelled'

async function act(
  ctx: SignedInContext,
  id: string,
  action: Action,
  change: (tx: Db, send: SendRow) => Promise<SendRow | undefined>,
): Promise<SendRow> {
  return transaction(ctx.db, async (tx) => {
    const send = isId(id) ? await findSend(tx, id) : undefined
    if (!send) throw notFound('send')
    const changed = await change(tx, send)
    if (!changed) throw new Problem('not_possible', { detail: sentences[send.state] })
    if (changed !== send) await recordAudit(ctx, tx, { action, details: { send: id } })
    return changed
  })
}

const sentences: Record<SendRow['state'], string> = {
  freezing: 'The list of recipients is still being prepared. Please try again in a moment.',
  sending: 'The newsletter is being sent.',
  paused: 'The newsletter is paused.',
  cancelled: 'The newsletter was cancelled.',
  done: 'The newsletter has been sent, so there’s nothing left to pause.',
}
