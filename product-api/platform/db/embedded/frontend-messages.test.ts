import fc from 'fast-check'
import { FrontendMessages } from './wire-server.ts'

const startup = message(undefined, [0, 3, 0, 0, 0])
const parse = message('P', [1])
const sync = message('S', [])
const query = message('Q', [65, 0])
const goodbye = message('X', [])

function message(type: string | undefined, body: number[]): Buffer {
  const head = Buffer.alloc(type ? 5 : 4)
  if (type) head.write(type)
  head.writeInt32BE(4 + body.length, type ? 1 : 0)
  return Buffer.concat([head, Buffer.from(body)])
}

test('an extended query is one piece, however it arrives', () => {
  const bytes = Buffer.concat([startup, parse, parse, sync, query, goodbye])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60 }), (sizes) => {
      const messages = new FrontendMessages()
      const pieces: string[] = []
      let at = 0
      for (const size of sizes) {
        for (const piece of messages.push(bytes.subarray(at, at + size))) {
          pieces.push(piece.kind === 'run' ? `run ${piece.bytes.length}` : piece.kind)
        }
        at += size
      }
      const batch = parse.length * 2 + sync.length
      expect(pieces).toEqual([`run ${startup.length}`, `run ${batch}`, `run ${query.length}`, 'goodbye'])
    }),
  )
})

test('a wish for encryption is refused and the opening still to come', () => {
  const messages = new FrontendMessages()
  const wish = Buffer.alloc(8)
  wish.writeInt32BE(8)
  wish.writeInt32BE(80_877_103, 4)
  expect(messages.push(wish)).toEqual([{ kind: 'refuse-encryption' }])
  expect(messages.push(startup)).toHaveLength(1)
})
