import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { limitBodyTime } from './limit-body-time.ts'

let server: Server
const codes: (string | undefined)[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(String(bytes)))
    // Of the one that is cut off.
    request.on('error', () => undefined)
  })
  limitBodyTime(server, ({ url }) => (url === '/patient' ? 60_000 : 100))
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

function begin(path: string) {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\na`)
  return socket
}

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
