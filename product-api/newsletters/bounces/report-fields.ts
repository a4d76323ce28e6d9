/** Fields by name, in lower case; the first one if a name occurs twice. */
export type Fields = Map<string, string>

const groupsMost = 100
const fieldMost = 2_000

/** Groups of header fields with empty lines between them, as delivery reports have them (RFC 3464, section 2.1). */
export function readFieldGroups(text: string): Fields[] {
  return text
    .split(/(?:\r?\n){2,}/, groupsMost)
    .map(readFields)
    .filter(({ size }) => size > 0)
}

function readFields(block: string): Fields {
  const fields: Fields = new Map()
  // A line that begins with a blank goes on with the one before it.
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    const name = line.slice(0, Math.max(0, at)).trim().toLowerCase()
    if (name && !fields.has(name))
      fields.set(
        name,
        line
          .slice(at + 1)
          .trim()
          .slice(0, fieldMost),
      )
  }
  return fields
}
