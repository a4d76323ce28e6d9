import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A process that can be killed and started again. */
export type Killable = { kill: () => Promise<void>; start: () => Promise<void> }

/** A process that is started by `begin`, and has started when `isUp` says so. */
export function killable(begin: () => ChildProcess, isUp: () => Promise<boolean>): Killable {
  let child: ChildProcess | undefined
  return {
    start: async () => {
      const started = begin()
      child = started
      await until(async () => {
        if (started.exitCode !== null) throw new Error(`${started.spawnfile} has ended`)
        return isUp()
      })
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Whether an address answers, and with success. */
export function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Asks again and again. */
export async function until(isSo: () => Promise<boolean> | boolean, everyMs = 50): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, everyMs))
}
