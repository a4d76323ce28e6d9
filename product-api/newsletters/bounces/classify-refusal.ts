/** A mail server's permanent refusal of an email, in its immediate answer or in a later report. */
export type Refusal = {
  /** RFC 3463, e.g. `5.1.1`. */
  status?: string | undefined
  /** RFC 5321, e.g. 550. */
  code?: number | undefined
  text: string
  /** Which SMTP command was refused, if known. */
  command?: string | undefined
}

/**
 * `hard`: the mailbox does not exist. `soft`: it may accept the next email. `policy`: the refusal is about us or this
 * email, and says nothing about the mailbox.
 */
export type RefusalKind = 'hard' | 'soft' | 'policy'

// RFC 3463 and the registry of RFC 5248, by subject and detail; the rules are written in docs/decisions/024-bounces.md.
const hard = /^5\.(1\.[012367]|1\.10|2\.1)$/
const policy = /^[45]\.(7\.\d+|[56]\.\d+|1\.[789]|2\.3|3\.[234])$/
/** Too vague on their own: the text counts as well. */
const vague = /^5\.(0\.0|1\.0|2\.0|3\.0|4\.[01]|7\.1)$/

const unknownWords =
  /\b(user|mailbox|recipient|account|address|e-?mail)\b.{0,40}\b(unknown|not found|does(n't| not) exist|no such|invalid|disabled|deactivated|inactive|suspended|unavailable|rejected|not available)\b|\b(no|unknown|invalid|inactive|non-?existent) (such )?(user|mailbox|recipient|account|address|person)\b|\bno mailbox here\b|\bdoes(n't| not) have an account\b/i
const fullWords = /\b(full|quota|over ?quota|insufficient (system )?storage|out of (disk )?space)\b/i
const policyWords =
  /\b(spam|spf|dkim|dmarc|blocked|block ?list(ed)?|black ?list(ed)?|black ?hole|deny ?list(ed)?|dnsbl|rbl|spamhaus|reputation|policy|unsolicited|content|virus|relay(ing)?|sender|too large|size|rate|too many|authenticat\w+|banned|client host|access denied)\b/i

/** One rule for immediate answers and for later reports. */
export function classifyRefusal({ status = '', code, text, command = '' }: Refusal): RefusalKind {
  // A refusal before the recipient was named is about us.
  if (/^(MAIL FROM|EHLO|HELO|AUTH|STARTTLS|CONN)/i.test(command)) return 'policy'
  const enhanced = status || (/\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? '')
  if (enhanced && !vague.test(enhanced)) return byStatus(enhanced)
  return byText(text) ?? (enhanced ? byStatus(enhanced) : byCode(code, command))
}

function byStatus(status: string): RefusalKind {
  if (hard.test(status)) return 'hard'
  return policy.test(status) ? 'policy' : 'soft'
}

/** Policy words are checked first: `550 blocked, user unknown to our allow list` says nothing about the mailbox. */
function byText(text: string): RefusalKind | undefined {
  if (fullWords.test(text)) return 'soft'
  if (policyWords.test(text)) return 'policy'
  return unknownWords.test(text) ? 'hard' : undefined
}

function byCode(code: number | undefined, command: string): RefusalKind {
  // The recipient was accepted, the message was not.
  if (command === 'DATA' && code !== 552) return 'policy'
  // The domain accepts no email at all (RFC 7504).
  if (code === 521 || code === 551 || code === 556) return 'hard'
  if (code === 550 || code === 552 || code === 553) return 'soft'
  return code !== undefined && code >= 500 ? 'policy' : 'soft'
}
