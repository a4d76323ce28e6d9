/** A complete email: the envelope, and the message as bytes. */
export type ReadyMail = { from: string; to: string; raw: Buffer }

/**
 * The outcome of sending an email. `taken`: the server accepted it. `refused`: permanently (5xx). `later`: temporarily
 * (4xx). `uncertain`: the connection broke between the message and the answer. `no_answer`: this email was not tried,
 * because the server is down or refuses us, or the disk is full; it does not count against the recipient.
 */
export type Answer =
  | { kind: 'taken'; text: string }
  | { kind: 'later'; code: number; text: string }
  /** `command`: whether the recipient or the message was refused. */
  | { kind: 'refused'; code: number; text: string; command: 'RCPT TO' | 'DATA' }
  | { kind: 'uncertain' | 'no_answer'; text: string }

/** Called just before an email is handed over; nothing is sent before this resolves. @returns whether it may be sent. */
export type Begin = () => Promise<boolean>

/** One connection, or the outbox in its place, with one email at a time. */
export type Lane = {
  /** Never throws, and always ends before the deadline. */
  deliver(mail: ReadyMail, begin: Begin): Promise<Answer>
  close(): void
}

/** The way newsletters are sent. */
export type BulkTransport = {
  /** The number of lanes that one process uses. */
  lanes: number
  openLane(): Lane
}
