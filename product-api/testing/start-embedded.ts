import { startEmbedded } from '../db/embedded/start.ts'
import { announce } from './databases.ts'

/** One embedded database in memory for every jest worker, kept for the whole run. */
export default async function start({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const started = await Promise.all(
    Array.from({ length: maxWorkers }, () =>
      startEmbedded(undefined, (reason) => {
        throw reason
      }),
    ),
  )
  announce('embedded', {
    connections: started.map(({ connection }) => connection),
    stop: async () => void (await Promise.all(started.map(({ close }) => close()))),
  })
}
