import { decodeTimeCursor, encodeTimeCursor } from './paging.ts'

const first = Date.parse('0001-01-01')
const last = Date.UTC(9999, 11, 31)
const placeAt = (time: number) => ({ at: new Date(time), id: '01990000-0000-7000-8000-000000000001' })

describe('the cursor of a time', () => {
  test.each([first, -1, 0, last])('leads back to %d', (time) => {
    expect(decodeTimeCursor(encodeTimeCursor(placeAt(time)))).toEqual(placeAt(time))
  })

  test.each([first - 1, last + 1, -8.64e15, 8.64e15])('is refused at %d, which the database can’t read', (time) => {
    const cursor = Buffer.from(`${time}.${placeAt(0).id}`).toString('base64url')
    expect(() => decodeTimeCursor(cursor)).toThrow('This cursor is not one that a list gave out')
  })
})
