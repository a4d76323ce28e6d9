import { totalmem } from 'node:os'

/** The memory limit of the container (its cgroup), or the machine's memory, in megabytes. */
export function availableMb(): number {
  return Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2)
}
