import { toCardinal, toOrdinal } from 'n2words/en-US'

type Rule = [pattern: RegExp, say: (...groups: string[]) => string]

const digitNames = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const scales = '(?:hundred|thousand|million|billion|trillion)'
const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`

const currencies: Record<string, { one: string; many: string; part: string }> = {
  $: { one: 'dollar', many: 'dollars', part: 'cent' },
  '£': { one: 'pound', many: 'pounds', part: 'penny' },
  '€': { one: 'euro', many: 'euros', part: 'cent' },
  '¥': { one: 'yen', many: 'yen', part: 'sen' },
}
const signs: Record<string, string> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
}
const fractions: Record<string, string> = { 2: 'half', 3: 'third', 4: 'quarter', 5: 'fifth', 8: 'eighth', 10: 'tenth' }
const units: Record<string, { one: string; many: string }> = {
  'km/h': { one: 'kilometre an hour', many: 'kilometres an hour' },
  'm/s': { one: 'metre a second', many: 'metres a second' },
  '°C': { one: 'degree Celsius', many: 'degrees Celsius' },
  '°F': { one: 'degree Fahrenheit', many: 'degrees Fahrenheit' },
  '°': { one: 'degree', many: 'degrees' },
  km: { one: 'kilometre', many: 'kilometres' },
  cm: { one: 'centimetre', many: 'centimetres' },
  mm: { one: 'millimetre', many: 'millimetres' },
  kg: { one: 'kilogram', many: 'kilograms' },
  mph: { one: 'mile an hour', many: 'miles an hour' },
  ft: { one: 'foot', many: 'feet' },
  GB: { one: 'gigabyte', many: 'gigabytes' },
  MB: { one: 'megabyte', many: 'megabytes' },
  KB: { one: 'kilobyte', many: 'kilobytes' },
  '%': { one: 'percent', many: 'percent' },
}
const unitNames = Object.keys(units).join('|')

// The order matters: each rule replaces its matches before the next one runs.
const rules: Rule[] = [
  [/[½⅓⅔¼¾⅕⅛]/g, (sign) => ` ${signs[sign]} `],
  [/(\d)\s*[–−-]\s*(?=\d)/g, (_, digit) => `${digit} to `],
  [/(^|[\s(])[−-](?=\d)/g, (_, before) => `${before}minus `],
  [
    new RegExp(String.raw`([$£€¥])\s?(${number})(?:\s(${scales}))?`, 'g'),
    (_, sign, amount, scale) => money(sign, amount, scale),
  ],
  [/\b(\d{1,2}):([0-5]\d)\b(?!:)/g, (_, hours, minutes) => time(hours, minutes)],
  [
    /\b(\d{1,2}|o'clock|oh \w+|[a-z]+ty(?: \w+)?)\s?([ap])\.?m\b\.?/gi,
    (_, hour, half) => `${hour} ${half.toUpperCase()} M`,
  ],
  [/\b(\d{1,3}(?:,\d{3})+|\d+)(?:st|nd|rd|th)\b/g, (_, digits) => toOrdinal(plain(digits))],
  [/\b(1[1-9]|20)(\d0)s\b/g, (_, century, decade) => `${cardinal(century)} ${many(cardinal(decade))}`],
  [/['’](\d0)s\b/g, (_, decade) => many(cardinal(decade))],
  [/\b(\d+)\s+(\d)\/(\d{1,2})\b/g, (_, whole, above, below) => `${cardinal(whole)} and ${fraction(above, below, 'a')}`],
  [/\b(\d)\/(\d{1,2})\b(?!\/)/g, (_, above, below) => fraction(above, below)],
  [new RegExp(String.raw`(${number})\s?(${unitNames})(?![\w/])`, 'g'), (_, amount, unit) => measure(amount, unit)],
  [/#(?=\d)/g, () => 'number '],
  // Phone numbers and numbers with a leading zero are read digit by digit.
  [/(?<![\d.,])(?:0\d+|\d{8,})\b/g, (digits) => [...digits].map((digit) => digitNames[Number(digit)]).join(' ')],
  [/(?<!\d[.,]?)(1[1-9]\d\d|20\d\d)(?!\d|[.,]\d)/g, (_, year) => yearWords(year)],
  [new RegExp(number, 'g'), (digits) => cardinal(digits)],
]

/** Replaces numbers by words: years, times, money, fractions, ordinals, units. */
export function withSpokenNumbers(text: string): string {
  return rules.reduce(
    (said, [pattern, say]) => said.replace(pattern, (...groups) => say(...(groups as string[]))),
    text,
  )
}

/** A number in words: `4` → `four`; decimals are read digit by digit. */
function cardinal(digits: string): string {
  const [whole = '0', decimals] = plain(digits).split('.')
  const words = toCardinal(BigInt(whole))
  return decimals ? `${words} point ${[...decimals].map((digit) => digitNames[Number(digit)]).join(' ')}` : words
}

export { cardinal as numberInWords }

function plain(digits: string): string {
  return digits.replaceAll(',', '')
}

function money(sign: string, amount: string, scale: string | undefined): string {
  const names = currencies[sign] as (typeof currencies)[string]
  if (scale) return `${cardinal(amount)} ${scale} ${names.many}`
  const [whole = '0', decimals = ''] = plain(amount).split('.')
  const said = `${cardinal(whole)} ${whole === '1' ? names.one : names.many}`
  const parts = decimals.length === 2 ? Number(decimals) : 0
  if (decimals && !parts) return decimals.length === 2 ? said : `${cardinal(amount)} ${names.many}`
  if (!parts) return said
  const part = names.part === 'penny' ? (parts === 1 ? 'penny' : 'pence') : `${names.part}${parts === 1 ? '' : 's'}`
  return `${said} and ${cardinal(String(parts))} ${part}`
}

function time(hours: string, minutes: string): string {
  const hour = cardinal(String(Number(hours)))
  if (minutes === '00') return `${hour} o'clock`
  return `${hour} ${minutes.startsWith('0') ? `oh ${cardinal(minutes.slice(1))}` : cardinal(minutes)}`
}

function fraction(above: string, below: string, one = 'one'): string {
  const name = fractions[below] ?? toOrdinal(Number(below))
  return above === '1' ? `${one} ${name}` : `${cardinal(above)} ${name === 'half' ? 'halves' : `${name}s`}`
}

function measure(amount: string, unit: string): string {
  const names = units[unit] as (typeof units)[string]
  return `${cardinal(amount)} ${amount === '1' ? names.one : names.many}`
}

/** A year in words: nineteen eighty-four, nineteen oh five, two thousand five, twenty twenty-four. */
function yearWords(year: string): string {
  const [century = '', rest = ''] = [year.slice(0, 2), year.slice(2)]
  if (century === '20' && rest.startsWith('0')) return cardinal(year).replace('-', ' ')
  if (rest === '00') return `${cardinal(century)} hundred`
  return `${cardinal(century)} ${rest.startsWith('0') ? `oh ${cardinal(rest.slice(1))}` : cardinal(rest)}`
}

/** `eighty` → `eighties`. */
function many(words: string): string {
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`
}
