import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = { input: string; authorization: string | undefined; model: string; voice: string }

/** A fake of OpenAI's `/audio/speech` that answers with a tone. The first word of a text chooses its behaviour. */
export async function startSpeechStandIn({ takesMs = 0 } = {}) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Omit<Asked, 'authorization'>
      asked.push({ ...body, authorization: request.headers.authorization })
      setTimeout(() => answer(body.input, response), takesMs)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(input: string, response: ServerResponse): void {
  const status = Number(/^Status (\d{3})/.exec(input)?.[1])
  const [behaviour = ''] = input.split(' ')
  if (status) {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end('{"error":{"message":"words of the endpoint"}}')
    return
  }
  const wav = tone(1)
  if (behaviour === 'Cut') {
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': String(wav.length) })
    response.write(wav.subarray(0, 9_000), () => response.destroy())
  } else if (behaviour === 'Short') {
    // A complete answer, but a truncated file.
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav.subarray(0, 9_000))
  } else if (behaviour === 'Text') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A proxy.</p>')
  } else if (behaviour === 'Endless') {
    response.writeHead(200, { 'content-type': 'audio/wav' })
    const more = () => response.writable && response.write(Buffer.alloc(1024 * 1024), more)
    more()
  } else {
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(wav)
  }
}

/** A WAV file of a quiet tone: 24,000 samples a second, 16 bits, one channel. */
export function tone(seconds: number, { rate = 24_000, height = 0.05 } = {}): Buffer {
  const samples = seconds * rate
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) {
    wav.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 440) * height * 32_767), 44 + at * 2)
  }
  return wav
}
