import { randomInt } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Transporter } from 'nodemailer'
import type StreamTransport from 'nodemailer/lib/stream-transport'
import type { OutboxMail } from '#contract/mails.ts'
import type { MailAddress } from './address.ts'
import type { BulkTransport } from './bulk/bulk-transport.ts'
import { type Mailer, messageOf } from './message.ts'

const hourMs = 60 * 60 * 1000

/** Writes every email to a file in a folder, with names that sort by time: for use without a mail server. */
export function openOutbox({ folder, from }: { folder: string; from: () => MailAddress }): Mailer {
  let transporter: Transporter<StreamTransport.SentMessageInfo> | undefined
  const put = writerInto(folder)
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer')
      transporter ??= createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transporter.sendMail(messageOf(mail, from()))
      await put(message as Buffer)
    },
    close: async () => undefined,
  }
}

/** Writes newsletters to the same folder. */
export function openOutboxLanes(folder: string): BulkTransport {
  const put = writerInto(folder)
  return {
    lanes: 2,
    openLane: () => ({
      deliver: async ({ raw }, begin) => {
        try {
          if (!(await begin())) return { kind: 'no_answer', text: 'another process has taken it' }
          await put(raw)
          return { kind: 'taken', text: 'written to the outbox' }
        } catch (fault) {
          return { kind: 'no_answer', text: (fault as Error).message }
        }
      },
      close: () => undefined,
    }),
  }
}

/** The names are unique even if several processes write within a millisecond. */
function writerInto(folder: string): (content: Buffer) => Promise<void> {
  let count = randomInt(500_000)
  let isTidy = false
  return async (content) => {
    if (!isTidy) await removeLeftParts(folder)
    isTidy = true
    count++
    const time = new Date().toISOString().replaceAll(':', '-')
    await write(folder, `${time}-${String(count % 1_000_000).padStart(6, '0')}.eml`, content)
  }
}

/** Writes to a temporary name first, so that no one reads half an email, and for this user only: it may have a link. */
async function write(folder: string, name: string, content: Buffer) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = path.join(folder, `${name}.part`)
  try {
    await writeFile(part, content, { mode: 0o600, flush: true })
    await rename(part, path.join(folder, name))
  } catch (fault) {
    // The job is retried and writes it again; on a full disk, half an email would only take up space.
    await rm(part, { force: true })
    throw fault
  }
}

/** Deletes the incomplete files of killed processes: those older than an hour. */
async function removeLeftParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.endsWith('.eml.part'))) {
    const part = path.join(folder, name)
    const written = await stat(part).catch(() => undefined)
    if (written && Date.now() - written.mtimeMs > hourMs) await rm(part, { force: true })
  }
}

const headMost = 8 * 1024
const mailName = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-\d{6}\.eml$/

/** The recipients and subjects of the latest emails in an outbox, newest first. */
export async function listOutbox(folder: string, most: number): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    // Created with the first email.
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
  const { default: PostalMime } = await import('postal-mime')
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
