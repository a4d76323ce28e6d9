import { setTimeout as delay } from 'node:timers/promises'
import { audioAddress } from '#contract/audio-address.ts'
import type { Context } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { findJob } from './control-podcast.ts'

const lookEveryMs = 400
const patienceMs = 120_000

/**
 * Waits until a podcast can be heard; whichever process speaks it. Nothing waits for a client that has gone.
 * @throws Problem `unavailable` if it failed, was stopped, or takes longer than two minutes; it goes on then.
 */
export async function waitForPodcast(
  ctx: Pick<Context, 'db'>,
  id: string,
  gone: AbortSignal,
  { patience = patienceMs }: { patience?: number } = {},
): Promise<{ url: string; fileName: string }> {
  for (const until = performance.now() + patience; ; await pause(gone)) {
    if (gone.aborted) throw new Problem('unavailable', { detail: 'It’s being read aloud in the background.' })
    const { state, audioId, fileName, failure } = await findJob(ctx, id)
    if (state === 'done' && audioId) return { url: audioAddress({ id: audioId, kind: 'mp3' }), fileName }
    if (state === 'failed') throw new Problem('unavailable', { detail: failure ?? 'The text couldn’t be read aloud.' })
    if (state === 'cancelled') throw new Problem('unavailable', { detail: 'It was cancelled.' })
    if (performance.now() > until) {
      const detail =
        'This is taking longer than two minutes. It carries on in the background: look for it in the list of podcasts.'
      throw new Problem('unavailable', { detail, retryAfterSeconds: 60 })
    }
  }
}

async function pause(gone: AbortSignal): Promise<void> {
  await delay(lookEveryMs, undefined, { signal: gone }).catch(() => undefined)
}
