import { availableParallelism } from 'node:os'
import type { WebEnv } from '#lib/env.ts'
import { availableMb } from '#runtime/available-memory.ts'

/** How many processes render: as many as are set, else what this machine has room for. */
export function rendererCount({ WEB_RENDERERS }: Pick<WebEnv, 'WEB_RENDERERS'>): number {
  return WEB_RENDERERS ?? defaultCount(availableParallelism(), availableMb())
}

const most = 4
const memoryMb = 512

/** Each keeps a core busy, and one is left for the rest. */
export function defaultCount(cores: number, availableMb: number): number {
  return Math.max(1, Math.min(cores - 1, Math.floor(availableMb / memoryMb), most))
}
