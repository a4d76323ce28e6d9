import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'

// The baseline for the newsletter: nodemailer in a loop, over as many connections, with the same emails and no
// ledger.
const [url = '', file = '', count = '0', connections = '10'] = process.argv.slice(2)
const { subject, html, text, dkim } = JSON.parse(readFileSync(file, 'utf8')) as {
  subject: string
  html: string
  text: string
  dkim?: { domainName: string; keySelector: string; privateKey: string }
}
const transporter = createTransport({
  url,
  pool: true,
  maxConnections: Number(connections),
  maxMessages: 1_000,
  ...(dkim && { dkim }),
})

async function send(number: number): Promise<void> {
  const own = (part: string) => part.replaceAll('…', `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)
  await transporter.sendMail({
    from: { name: 'Bytewise', address: 'hello@bytewise.example' },
    to: { name: '', address: `r${number}@y.test` },
    subject,
    html: own(html),
    text: own(text),
    headers: {
      'List-Unsubscribe': `<http://localhost:3000/api/newsletters/unsubscribe/${number}/one-click>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
  })
}

let next = 0
async function lane(): Promise<void> {
  while (next < Number(count)) await send(++next)
}
await Promise.all(Array.from({ length: Number(connections) * 2 }, lane))
transporter.close()
