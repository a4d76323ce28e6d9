import { expectSameTime } from './expect-same-time.ts'

const around = (ms: number, spread = 0) => Array.from({ length: 40 }, (_, index) => ms + (spread * index) / 40)

describe('two ways of a call', () => {
  test('may take the same time, also where a busy machine makes some calls longer', () => {
    expectSameTime({ known: around(20), unknown: around(21) })
    expectSameTime({ known: around(20, 60), unknown: around(20, 100) })
  })

  test('may not differ by a third, whichever is the longer one', () => {
    const refusal = 'The times differ, in milliseconds: known: 27.0 to 27.0, unknown: 20.0 to 20.0'
    expect(() => expectSameTime({ known: around(27), unknown: around(20) })).toThrow(refusal)
    expect(() => expectSameTime({ known: around(20, 2), unknown: around(27, 4) })).toThrow('The times differ')
  })

  test('have to be timed', () => {
    expect(() => expectSameTime({ known: [], unknown: [] })).toThrow('The times differ')
  })
})
