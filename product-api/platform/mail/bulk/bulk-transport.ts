/** An email that is ready to go: the envelope, and the message as its bytes go over the line. */
export type ReadyMail = { from: string; to: string; raw: Buffer }

/**
 * What became of an email. `taken`: it is the server's now. `refused`: not this one, ever (5xx). `later`: not now
 * (4xx). `uncertain`: the connection broke after the message was given and before an answer. `no_answer`: it never came
 * to this mail: the server is away, wants nothing of us, or the disk is full; no recipient's doing.
 */
export type Answer =
  | { kind: 'taken'; text: string }
  | { kind: 'later'; code: number; text: string }
  /** `command`: whether the recipient was refused, or the message once it was there. */
  | { kind: 'refused'; code: number; text: string; command: 'RCPT TO' | 'DATA' }
  | { kind: 'uncertain' | 'no_answer'; text: string }

/**
 * Asked at the last moment before an email is handed over: until it resolves, whoever receives emails has nothing of
 * this one. @returns whether it may go.
 */
export type Begin = () => Promise<boolean>

/** One connection, or its substitute: one email at a time. */
export type Lane = {
  /** Never throws, and ends in time. */
  deliver(mail: ReadyMail, begin: Begin): Promise<Answer>
  close(): void
}

/** Where emails to many go. */
export type BulkTransport = {
  /** How many lanes one process uses side by side. */
  lanes: number
  openLane(): Lane
}
