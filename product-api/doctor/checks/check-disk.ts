import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bad, type Finding, type Found, formatBytes, good } from '../findings.ts'
import type { Subject } from '../subject.ts'

const leastShare = 0.05

/** Checks the room on the disks of the data folder and of the folder for temporary files. */
export async function checkDisk({ settings: { DATA_DIR }, statfs: read = statfs }: Subject): Promise<Found> {
  const findings: Finding[] = []
  const facts: string[] = []
  for (const { folder, what } of [
    { folder: DATA_DIR, what: 'the data' },
    { folder: tmpdir(), what: 'temporary files' },
  ]) {
    const { bavail, blocks, bsize, ffree, files } = await read(existing(folder))
    const free = `${formatBytes(bavail * bsize)} of ${formatBytes(blocks * bsize)}`
    facts.push(`${free} are free for ${what}`)
    if (bavail < blocks * leastShare) {
      const sentence = `The disk of ${folder} is nearly full: ${free} are free.`
      findings.push(
        bad('disk-full', sentence, 'Delete what is not needed there, such as old backups, or enlarge the disk.'),
      )
    }
    // Some file systems have no limit, and say 0.
    if (files > 0 && ffree < files * leastShare) {
      const sentence = `The disk of ${folder} can hold only ${ffree.toLocaleString('en-GB')} more files.`
      findings.push(
        bad('disk-inodes', sentence, 'Delete small files that are not needed, or use a disk with more inodes.'),
      )
    }
  }
  return { findings: [good('disk-has-room', 'There is room on the disk.'), ...findings], facts }
}

/** The folder itself, or the one that it will be made in. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(path.dirname(folder))
}
