import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import type { OutboxMail } from '#contract/mails.ts'

const headMost = 8 * 1024
const mailName = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-\d{6}\.eml$/

/** Whom the latest emails of an outbox are for and what they are about, newest first. */
export async function listOutbox(folder: string, most: number): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    // Made with the first mail.
    if (fault.code === 'ENOENT') return []
    throw fault
  })
  const latest = names
    .filter((name) => mailName.test(name))
    .sort()
    .reverse()
    .slice(0, most)
  return Promise.all(latest.map((file) => readHead(folder, file)))
}

async function readHead(folder: string, file: string): Promise<OutboxMail> {
  const handle = await open(path.join(folder, file))
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headMost) })
    const { to, subject = '' } = await PostalMime.parse(buffer.subarray(0, bytesRead))
    const written_at = file.replace(mailName, '$1$2:$3:$4')
    return { file, to: to?.map(({ address }) => address).join(', ') ?? '', subject, written_at }
  } finally {
    await handle.close()
  }
}
