import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A group of processes with a memory limit, as a container is one; needs the rights to make cgroups. */
export type MemoryGroup = {
  /** Moves a process into it; its children follow. */
  add(pid: number): void
  /** Memory in MB that nothing can be thrown out of: without files that the system keeps. */
  usedMb(): number
  /** How many processes the system has ended for want of memory. */
  killed(): number
  remove(): void
}

const root = '/sys/fs/cgroup'
const isFirstVersion = existsSync(join(root, 'memory'))

/** @throws Error where this account may not make cgroups. */
export function memoryGroup(limitMb: number): MemoryGroup {
  const folder = join(root, isFirstVersion ? 'memory' : '', `bytewise-bench-${process.pid}`)
  mkdirSync(folder)
  const file = (name: string) => join(folder, name)
  const readNumber = (name: string, key: string) =>
    Number(readFileSync(file(name), 'latin1').match(new RegExp(`^${key} (\\d+)`, 'm'))?.[1] ?? 0)
  writeFileSync(file(isFirstVersion ? 'memory.limit_in_bytes' : 'memory.max'), String(limitMb * 1024 ** 2))
  return {
    add: (pid) => appendFileSync(file('cgroup.procs'), String(pid)),
    usedMb: () => Math.round(readNumber('memory.stat', isFirstVersion ? 'total_rss' : 'anon') / 1024 ** 2),
    killed: () => readNumber(isFirstVersion ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
    remove: () => rmdirSync(folder),
  }
}
