import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'
import { messageOf } from './message.ts'
import type { MailAddress } from './sender.ts'

/** Writes every mail into a folder, a file each, whose names sort by time: where no mail server is set. */
export function openOutbox({ folder, from }: { folder: string; from: MailAddress }): Mailer {
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let count = 0
  return {
    send: async (mail) => {
      const { message } = await transporter.sendMail(messageOf(mail, from))
      count++
      const time = new Date().toISOString().replaceAll(':', '-')
      await write(folder, `${time}-${String(count).padStart(6, '0')}.eml`, message as Buffer)
    },
    close: async () => undefined,
  }
}

/** Readers of the folder see a whole mail or none; only this user reads what may carry a link to an account. */
async function write(folder: string, name: string, content: Buffer) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = path.join(folder, `${name}.part`)
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path.join(folder, name))
}
