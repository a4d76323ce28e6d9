import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { limitBodyTime } from './http-server.ts'

let server: Server
const codes: (string | undefined)[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/refused') return response.writeHead(401).end('no')
    let bytes = 0
    request.on('data', (chunk) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(String(bytes)))
    // The connection that is cut off.
    request.on('error', () => undefined)
  })
  limitBodyTime(server, ({ url }) => (url === '/hasty' ? 100 : 60_000))
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    codes.push(fault.code)
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function begin(path: string, connection = 'close') {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${connection === 'close' ? 2 : 1_000_000}\r\nConnection: ${connection}\r\n\r\na`,
  )
  return socket
}

test('a request that is refused before its body arrived is answered at once, without waiting for the rest', async () => {
  const refused = begin('/refused', 'keep-alive')
  const [answer] = await once(refused, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  const sending = setInterval(() => refused.write('a'), 100)
  // Not `once` of node:events, which fails for the reset that this client may see.
  const closed = new Promise((resolve) => refused.once('close', resolve))
  refused.on('error', () => undefined)
  await closed
  clearInterval(sending)
})

test('a slow body is cut off, and one that has more time is not', async () => {
  const patient = begin('/patient')
  let answer = ''
  patient.on('data', (chunk) => {
    answer += chunk.toString()
  })
  await once(begin('/hasty'), 'close')
  expect(codes).toEqual(['ERR_HTTP_REQUEST_TIMEOUT'])
  patient.write('b')
  await once(patient, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*2$/)
})
