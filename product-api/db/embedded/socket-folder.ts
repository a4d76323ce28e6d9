import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const socketFolderPrefix = 'bytewise-'

/** Notes beside the data where its socket is, and removes the one that a killed process left behind. */
export function noteSocketFolder(dataFolder: string, socketFolder: string): void {
  const note = `${dataFolder}.socket`
  const left = readNote(note)
  const isOurs = path.dirname(left) === tmpdir() && path.basename(left).startsWith(socketFolderPrefix)
  if (isOurs && left !== socketFolder) rmSync(left, { recursive: true, force: true })
  writeFileSync(note, `${socketFolder}\n`)
}

function readNote(note: string): string {
  try {
    return readFileSync(note, 'utf8').trim()
  } catch {
    return ''
  }
}
