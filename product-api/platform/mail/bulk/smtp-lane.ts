import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Answer, Begin, BulkTransport, Lane, ReadyMail } from './bulk-transport.ts'

type Options = {
  url: string
  lanes: number
  /** The connection is replaced after this many emails: servers end long ones at any moment. */
  mailsMost?: number
  /** How long one email may take in total. */
  deadlineMs?: number
}

/** nodemailer's error: the server's reply code, if it answered, and the SMTP command. */
type SmtpFault = Error & { responseCode?: number; response?: string; command?: string }

/** Connections to a mail server, for emails that are complete already. */
export function openSmtpLanes({ url, lanes, mailsMost = 1_000, deadlineMs = 54_000 }: Options): BulkTransport {
  return { lanes, openLane: () => openLane({ url, mailsMost, deadlineMs }) }
}

function openLane({ url, mailsMost, deadlineMs }: { url: string; mailsMost: number; deadlineMs: number }): Lane {
  let connection: SMTPConnection | undefined
  let mails = 0
  const drop = () => {
    connection?.close()
    connection = undefined
  }
  const current = async () => {
    if (connection && mails >= mailsMost) drop()
    if (connection) return connection
    mails = 0
    const made = await connectToMailServer(url)
    // A server may end an idle connection at any time; the next email opens a new one.
    made.once('end', () => {
      if (connection === made) connection = undefined
    })
    connection = made
    return made
  }
  return {
    close: drop,
    deliver: async (mail, begin) => {
      // Whether the message was handed over decides what a lost connection means.
      const progress = { isGiven: false, isOver: false }
      const timer = setTimeout(drop, deadlineMs)
      try {
        const smtp = await current()
        mails++
        const text = await give(smtp, mail, { begin, progress })
        return { kind: 'taken', text }
      } catch (fault) {
        const answer = answerOf(fault as SmtpFault, progress.isGiven)
        if (answer.kind === 'refused' || answer.kind === 'later') await startOver()
        else drop()
        return answer
      } finally {
        progress.isOver = true
        clearTimeout(timer)
      }
    },
  }

  /** Resets the SMTP session: after a refusal the server still has half an envelope. */
  function startOver(): Promise<void> {
    return new Promise((resolve) => {
      if (!connection) return resolve()
      connection.reset((fault) => {
        if (fault) drop()
        resolve()
      })
    })
  }
}

/** Opens a session with a mail server: encrypted if it offers that, and logged in if the address has a user. */
export async function connectToMailServer(url: string, answerMs = 10_000): Promise<SMTPConnection> {
  const [{ parseConnectionUrl }, { default: Connection }] = await Promise.all([
    import('nodemailer/lib/shared'),
    import('nodemailer/lib/smtp-connection'),
  ])
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new Connection({
    ...options,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: 45_000,
  } as SMTPConnection.Options)
  return new Promise((resolve, reject) => {
    const fail = (fault: Error) => {
      // First: closing is an end as well, which would hide the reason.
      reject(fault)
      connection.close()
    }
    connection.once('error', fail)
    connection.once('end', () => reject(new Error('The connection was closed')))
    const ready = () => {
      connection.off('error', fail)
      // From now on, `give` notices a lost connection by its end.
      connection.on('error', () => undefined)
      resolve(connection)
    }
    connection.connect((fault) => {
      if (fault) return fail(fault)
      if (!auth) return ready()
      connection.login(auth as SMTPConnection.AuthenticationType, (refusal) => (refusal ? fail(refusal) : ready()))
    })
  })
}

type Giving = { begin: Begin; progress: { isGiven: boolean; isOver: boolean } }

function give(smtp: SMTPConnection, { from, to, raw }: ReadyMail, { begin, progress }: Giving): Promise<string> {
  return new Promise((resolve, reject) => {
    smtp.once('end', ended)
    smtp.send({ from, to: [to], size: raw.length }, message(handOver), (fault, info) => {
      smtp.off('end', ended)
      if (fault) reject(fault)
      else resolve(info.response)
    })
    async function handOver(line: NodeJS.WritableStream) {
      const mayGo = await begin().catch(() => false)
      if (progress.isOver) return
      // The server waits for the message: only closing the connection cancels it.
      if (!mayGo) return reject(new Error('It was not to be sent after all'))
      progress.isGiven = true
      line.write(raw)
      line.end()
    }
    function ended() {
      reject(new Error('The connection was closed'))
    }
  })
}

/** A stand-in for the stream that nodemailer expects; it calls `pipe` once the server has accepted DATA. */
function message(handOver: (line: NodeJS.WritableStream) => Promise<void>) {
  const stream = {
    on: () => stream,
    removeListener: () => stream,
    unpipe: () => stream,
    destroy: () => stream,
    pipe: (line: NodeJS.WritableStream) => {
      void handOver(line)
      return line
    },
  }
  return stream as unknown as NodeJS.ReadableStream & Buffer
}

function answerOf({ responseCode: code, response, command, message: words }: SmtpFault, isGiven: boolean): Answer {
  const text = (response ?? words).slice(0, 300)
  if (!code) return { kind: isGiven ? 'uncertain' : 'no_answer', text }
  // A reply about the connection or the sender concerns all emails: it must not count against the recipient.
  const isAboutUs = code === 421 || !(isGiven || command === 'RCPT TO' || command === 'DATA')
  if (isAboutUs) return { kind: 'no_answer', text }
  if (code < 500) return { kind: 'later', code, text }
  return { kind: 'refused', code, text, command: isGiven ? 'DATA' : 'RCPT TO' }
}
