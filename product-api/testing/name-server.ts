import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type NameServer = { address: string; close(): Promise<void> }

const txt = 16
const noSuchName = 3

/** A local DNS server with these TXT records (RFC 1035); every other name does not exist. */
export async function openNameServer(records: Record<string, readonly string[]>): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readName(query, 12)
    const texts = records[name] ?? []
    const header = Buffer.alloc(12)
    header.writeUInt16BE(query.readUInt16BE(0), 0)
    header.writeUInt16BE(0x8180 | (texts.length > 0 ? 0 : noSuchName), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(texts.length, 6)
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...texts.map(answer)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function answer(text: string): Buffer {
  const pieces = (text.match(/[\s\S]{1,255}/g) ?? ['']).map((piece) => Buffer.from(piece))
  const value = Buffer.concat(pieces.flatMap((piece) => [Buffer.from([piece.length]), piece]))
  const head = Buffer.alloc(12)
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(txt, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(value.length, 10)
  return Buffer.concat([head, value])
}

function readName(message: Buffer, at: number): { name: string; end: number } {
  const labels: string[] = []
  let place = at
  for (let length = message.readUInt8(place); length > 0; length = message.readUInt8(place)) {
    labels.push(message.toString('latin1', place + 1, place + 1 + length))
    place += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: place + 1 }
}
