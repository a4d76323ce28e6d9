import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export type LoadBalancer = { url: string; close: () => void }

/**
 * A proxy as people put one in front of two web nodes: in turn, over connections that stay open. A node that takes no
 * connection is passed over; whatever else goes wrong is the reader's 502.
 * @param repeatsReads also passes a read on to the next node if this one ends before it answers, as nginx does by default
 */
export async function startLoadBalancer(
  port: number,
  urls: string[],
  { repeatsReads = false } = {},
): Promise<LoadBalancer> {
  const nodes = urls.map((url) => new URL(url).port)
  const agents = nodes.map(() => new Agent({ keepAlive: true, timeout: 4_000 }))
  let turn = 0

  function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, node: number, left: number): void {
    const { method, url: path, headers } = asked
    const onward = request(
      { host: '127.0.0.1', port: nodes[node], agent: agents[node], method, path, headers },
      (got) => {
        const { connection: _connection, 'keep-alive': _keepAlive, ...passedOn } = got.headers
        answer.writeHead(got.statusCode ?? 502, passedOn)
        got.pipe(answer)
        got.on('error', () => answer.destroy())
      },
    )
    onward.on('error', (fault: NodeJS.ErrnoException) => {
      // The kernel also resets a connection that the node has never seen.
      const neverTaken = fault.code === 'ECONNREFUSED' || (fault.code === 'ECONNRESET' && !onward.reusedSocket)
      const mayRepeat = neverTaken || (repeatsReads && method === 'GET')
      if (mayRepeat && left > 0 && !answer.headersSent)
        return pass(asked, body, answer, (node + 1) % nodes.length, left - 1)
      if (answer.headersSent) return void answer.destroy()
      answer.writeHead(502, { 'content-type': 'text/plain' }).end(`${fault.code} ${onward.reusedSocket}`)
    })
    onward.end(body)
  }

  const server = createServer(async (asked, answer) => {
    const body = Buffer.concat(await asked.toArray())
    pass(asked, body, answer, turn++ % nodes.length, nodes.length)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
      for (const agent of agents) agent.destroy()
    },
  }
}
