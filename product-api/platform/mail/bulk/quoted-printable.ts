const lineMost = 75

/**
 * A text as quoted-printable (RFC 2045, section 6.7), in lines of at most 76 characters with CRLF. Written so that nothing on
 * the way has a reason to change it: no line begins with a dot or with `From `, no two blanks follow each other, and no line
 * ends with one. So it is its own canonical form for DKIM (RFC 6376, section 3.4.4), and SMTP adds no dots.
 */
export function encodeQuotedPrintable(text: string): string {
  return text.replace(/\r\n?/g, '\n').split('\n').map(encodeLine).join('\r\n')
}

function encodeLine(line: string): string {
  const plain = /^[\x21-\x3c\x3e-\x7e]+(?: [\x21-\x3c\x3e-\x7e]+)*$/.test(line)
  if (plain && line.length <= lineMost && !/^(?:\.|From )/.test(line)) return line
  let done = ''
  let current = ''
  const units = unitsOf(line)
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1]
    const isLast = index === units.length - 1
    let written = unit
    if (unit === ' ' && (before === ' ' || isLast || index === 0)) written = '=20'
    if (current.length + written.length > lineMost) {
      // A blank before a soft break would end the line.
      if (current.endsWith(' ')) current = `${current.slice(0, -1)}=20`
      done += `${current}=\r\n`
      current = ''
    }
    if (current === '' && (written === '.' || written === 'F' || written === ' ')) written = hex(written.charCodeAt(0))
    current += written
  }
  return done + current
}

/** One character as it is, or its bytes as `=XX`, which belong on one line. */
function unitsOf(line: string): string[] {
  const units: string[] = []
  for (const character of line) {
    const isPlain = character >= ' ' && character <= '~' && character !== '='
    units.push(isPlain ? character : [...Buffer.from(character)].map(hex).join(''))
  }
  return units
}

function hex(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
