const lineMost = 78

/** A text in lines of at most 78 characters, broken at blanks; a longer word, such as an address, stays whole. */
export function wrapText(text: string, indent = ''): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, lineMost - indent.length).join(`\n${indent}`))
    .join(`\n${indent}`)
}

function wrapLine(line: string, most: number): string[] {
  if (line.length <= most) return [line]
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > most) {
      lines.push(current)
      current = word
    } else {
      current = current === '' ? word : `${current} ${word}`
    }
  }
  return [...lines, current]
}
