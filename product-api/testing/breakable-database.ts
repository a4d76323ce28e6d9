import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

export type BreakableDatabase = {
  connection: pg.ClientConfig
  /** Breaks every connection and refuses new ones until `comeBack`. */
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  /** Forwards nothing any more without closing anything, like a firewall that has lost its state. */
  fallSilent: () => void
  /** New connections work again; the silent ones stay silent. */
  speakAgain: () => void
  /** Breaks every connection, and accepts new ones. */
  drop: () => void
  /**
   * Lets the server execute the next statement that contains these words, and breaks the connection before its answer;
   * with `stayAway`, new connections are refused afterwards.
   */
  loseAnswerTo: (words: string, options?: { stayAway?: boolean }) => Promise<void>
  close: () => Promise<void>
}

/** A TCP proxy in front of a real database that can break connections. */
export async function openBreakable(to: pg.ClientConfig): Promise<BreakableDatabase> {
  const pairs = new Set<{ client: Socket; server: Socket; isSilent: boolean }>()
  let isSilent = false
  let awaited: { words: string; lost: () => void } | undefined

  const accept = (client: Socket) => {
    const server = connectTo(to)
    const pair = { client, server, isSilent }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    let losing: (() => void) | undefined
    client.on('data', (chunk) => {
      if (pair.isSilent) return
      if (awaited && chunk.includes(awaited.words)) {
        losing = awaited.lost
        awaited = undefined
      }
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (pair.isSilent) return
      if (!losing) return client.write(chunk)
      losing()
      end()
    })
    for (const socket of [client, server]) socket.on('close', end).on('error', end)
  }
  const listener = createServer(accept)
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return (listener.address() as AddressInfo).port
  }
  const port = await listen(0)
  const drop = () => {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
  }
  const goAway = async () => {
    const closed = once(listener, 'close')
    listener.close()
    drop()
    await closed
  }
  return {
    connection: { ...loginOf(to), host: '127.0.0.1', port },
    goAway,
    comeBack: async () => void (await listen(port)),
    drop,
    fallSilent: () => {
      isSilent = true
      for (const pair of pairs) pair.isSilent = true
    },
    speakAgain: () => {
      isSilent = false
    },
    loseAnswerTo: (words, { stayAway = false } = {}) =>
      new Promise((resolve) => {
        awaited = { words, lost: () => resolve(stayAway ? goAway() : undefined) }
      }),
    close: async () => {
      if (listener.listening) await goAway()
    },
  }
}

function connectTo({ connectionString, host }: pg.ClientConfig): Socket {
  if (!connectionString) return connect(`${host}/.s.PGSQL.5432`)
  const { hostname, port } = new URL(connectionString)
  return connect(Number(port || 5432), hostname)
}

function loginOf({ connectionString, user, database }: pg.ClientConfig): pg.ClientConfig {
  if (!connectionString) return { user, database }
  const { username, password, pathname } = new URL(connectionString)
  return { user: decodeURIComponent(username), password: decodeURIComponent(password), database: pathname.slice(1) }
}
