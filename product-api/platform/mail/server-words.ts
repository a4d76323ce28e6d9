const most = 300

/** What a mail server or its report said, as the database takes it: in one line, no NUL, no half of a character, not without end. */
export function serverWords(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}
