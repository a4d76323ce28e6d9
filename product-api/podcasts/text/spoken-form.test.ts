import { spokenForm } from './spoken-form.ts'

test.each([
  ['“Why?” she asked.', 'Why? she asked.'],
  ['It’s Mr. Hall — the teacher — who said so…', "It's Mister Hall, the teacher, who said so."],
  ['Dr. Lee met Mrs. Dalloway at 10:30.', 'Doctor Lee met Missus Dalloway at ten thirty.'],
  ['At 10:05 p.m., not at 9:00.', "At ten oh five P M, not at nine o'clock."],
  [
    'In 1984 and 2024, and in 2005, and 1900.',
    'In nineteen eighty-four and twenty twenty-four, and in two thousand five, and nineteen hundred.',
  ],
  ['the 1990s and the ’80s', 'the nineteen nineties and the eighties'],
  [
    'It cost $5.20, £3, €1 and $3.5 million.',
    'It cost five dollars and twenty cents, three pounds, one euro and three point five million dollars.',
  ],
  ['12.5% of 1,204,000', 'twelve point five percent of one million two hundred four thousand'],
  ['the 1st, 2nd and 23rd', 'the first, second and twenty-third'],
  [
    '3.14 and -5 and 1/2 and ¾ and 2½',
    'three point one four and minus five and one half and three quarters and two and a half',
  ],
  ['pages 10–20, p. 7, No. 5', 'pages ten to twenty, page seven, number five'],
  ['e.g. this, i.e. that, cats vs. dogs, etc.', 'for example this, that is that, cats versus dogs, et cetera.'],
  ['Chapter IV of Henry VIII’s life', "Chapter four of Henry the eighth's life"],
  ['call 0049 301234567', 'call zero zero four nine three zero one two three four five six seven'],
  ['St. Mary lives in Baker St. now', 'Saint Mary lives in Baker Street now'],
  [
    'see https://www.example.com/a?b=1 or write to me@example.org',
    'see example dot com or write to me at example dot org',
  ],
  ['## A **bold** heading', 'A bold heading'],
  ['- a point (in brackets) & more', 'a point, in brackets, and more'],
  [
    'It was 21 °C, 5 km away, 60 km/h',
    'It was twenty-one degrees Celsius, five kilometres away, sixty kilometres an hour',
  ],
  ['Café, naïve, Straße, Æsop', 'Cafe, naive, Strasse, Aesop'],
  ['and/or #1', 'and or number one'],
  ['😀 日本', ''],
])('%s', (written, spoken) => {
  expect(spokenForm(written)).toBe(spoken)
})
