import { toOrdinal } from 'n2words/en-US'
import { numberInWords, withSpokenNumbers } from './spoken-numbers.ts'

const abbreviations: [pattern: RegExp, word: string][] = [
  [/\bMr\b\.?/g, 'Mister'],
  [/\bMrs\b\.?/g, 'Missus'],
  [/\bMs\b\.?(?=\s[A-Z])/g, 'Miz'],
  [/\bDr\b\.?(?=\s[A-Z])/g, 'Doctor'],
  [/\bProf\b\.?(?=\s[A-Z])/g, 'Professor'],
  [/\b(?<=[A-Z][a-z]+ )St\b\.?(?!\s[A-Z])/g, 'Street'],
  [/\bSt\b\.?(?=\s[A-Z])/g, 'Saint'],
  [/\bJr\b\.?/g, 'Junior'],
  [/\bSr\b\.?(?!\s[a-z])/g, 'Senior'],
  [/\be\.\s?g\.,?/gi, 'for example'],
  [/\bi\.\s?e\.,?/gi, 'that is'],
  [/\bvs\b\.?/g, 'versus'],
  [/\betc\b\.?(?=\s+[a-z])/g, 'et cetera'],
  [/\betc\.?$|\betc\.(?=\s)/g, 'et cetera.'],
  [/\b(?:No|Nr)\.\s?(?=\d)/gi, 'number '],
  [/\bpp?\.\s?(?=\d)/g, 'page '],
  [/\bVol\.\s?(?=\d)/gi, 'volume '],
  [/\bch\.\s?(?=\d)/gi, 'chapter '],
  [/\bfig\.\s?(?=\d)/gi, 'figure '],
  [/\bapprox\b\.?/g, 'approximately'],
  [/\bca?\.\s?(?=\d)/g, 'about '],
]
const numbered = 'Chapter|Part|Book|Volume|Act|Scene|Section|Appendix|Canto|War'
const rulers =
  'Henry|Louis|Elizabeth|George|Charles|Edward|Richard|James|William|Philip|Napoleon|Catherine|Pius|John Paul'
const romanValues: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 }
const letters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', þ: 'th', ð: 'th' },
}

/**
 * Normalises a sentence for the embedded voice: numbers, abbreviations and signs become words, quotation marks and
 * Markdown are removed, brackets and dashes become pauses. Empty if nothing can be spoken.
 */
export function spokenForm(written: string): string {
  return tidy(
    plainLetters(withWordsForSigns(withSpokenNumbers(withWholeWords(withoutMarkup(written.normalize('NFC')))))),
  )
}

function withoutMarkup(text: string): string {
  return text
    .replace(/^\s*#{1,6}\s+/gm, '')
    .replace(/^\s*(?:[-*+•]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(^|\W)[*_](?=\S)([^*_]+?)(?<=\S)[*_](?=\W|$)/g, '$1$2')
    .replace(/[‘’]/g, "'")
    .replace(/["“”„«»]/g, '')
}

function withWholeWords(text: string): string {
  const titled = text
    .replace(/\b(?:https?:\/\/|www\.)\S+/g, (address) => sayAddress(address))
    .replace(/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g, (address) => sayMail(address))
    .replace(
      new RegExp(String.raw`\b(${numbered}) ([IVXLC]+)\b`, 'g'),
      (_, word, roman) => `${word} ${numberInWords(String(romanValue(roman)))}`,
    )
    .replace(
      new RegExp(String.raw`\b(${rulers}) ([IVX]{1,5})\b(?!\.[A-Z])`, 'g'),
      (_, name, roman) => `${name} the ${toOrdinal(romanValue(roman))}`,
    )
  return abbreviations.reduce((said, [pattern, word]) => said.replace(pattern, word), titled)
}

function withWordsForSigns(text: string): string {
  return text
    .replace(/\s*&\s*/g, ' and ')
    .replace(/\s*(?:…|\.\.\.+)\s*(?=[a-z])/g, ', ')
    .replace(/\s*(?:…|\.\.\.+)/g, '.')
    .replace(/\s*—\s*|\s+–\s+|\s+-\s+/g, ', ')
    .replace(/\s*[([{]\s*/g, ', ')
    .replace(/\s*[)\]}]\s*(?=\w)/g, ', ')
    .replace(/\s*[)\]}]/g, '')
    .replace(/(?<=[a-z])\/(?=[a-z])/gi, ' ')
    .replace(/\s\+\s/g, ' plus ')
    .replace(/\s=\s/g, ' equals ')
}

/** Removes accents, and characters that the voice can't read. */
function plainLetters(text: string): string {
  return text
    .replace(/[ßæÆœŒøØđĐłŁþð]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e\n]/g, ' ')
}

function tidy(text: string): string {
  const said = text
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/,\s*([.;:!?])/g, '$1')
    .replace(/([.!?])\.(?!\w)/g, '$1')
    .replace(/^[\s,.;:]+/, '')
    .trim()
  return /[a-z0-9]/i.test(said) ? said : ''
}

function sayAddress(address: string): string {
  const [, host = '', end = ''] =
    /^(?:https?:\/\/)?(?:www\.)?([^/\s?#]*[^/\s?#.,;:!?)])\S*?([.,;:!?)]*)$/.exec(address) ?? []
  return `${host.replaceAll('.', ' dot ')}${end}`
}

function sayMail(address: string): string {
  return address.replace('@', ' at ').replaceAll('.', ' dot ')
}

function romanValue(roman: string): number {
  return [...roman].reduce((sum, sign, index) => {
    const value = romanValues[sign] ?? 0
    return sum + (value < (romanValues[roman[index + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)
}
