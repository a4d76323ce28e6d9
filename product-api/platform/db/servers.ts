import pg from 'pg'
import { StandbyServer } from './faults.ts'

/** How long a server may take to say whether it takes writes. */
const answerMs = 1_000

const url = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^@/?#]*)(?<rest>[/?].*)?$/s
const attribute = /([?&])target_session_attrs=([^&]*)&?/

/**
 * Reads the address of a database: `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write` names two
 * servers, of which the one that takes writes is used, as libpq does it.
 * @returns an address for each server; undefined if this is none.
 */
export function readServers(address: string): string[] | undefined {
  const [, , wanted = 'read-write'] = attribute.exec(address) ?? []
  const { start = '', hosts = '', rest = '' } = url.exec(address)?.groups ?? {}
  if (!start || !['read-write', 'primary'].includes(wanted)) return undefined
  const ending = rest.replace(attribute, '$1').replace(/[?&]$/, '')
  const servers = hosts.split(',').map((host) => `${start}${host}${ending}`)
  const isWhole = servers.every((server) => URL.canParse(server)) && (servers.length === 1 || !/^,|,,|,$/.test(hosts))
  return isWhole ? servers : undefined
}

/** The servers without their users and passwords, for a sentence: `one:5432, two:5432`. */
export function serversInWords(servers: readonly string[]): string {
  return servers.map((connectionString) => hostOf({ connectionString })).join(', ')
}

function hostOf(connection: pg.ClientConfig): string {
  const { host, port } = new pg.Client(connection)
  return `${host}:${port}`
}

/** @throws StandbyServer if the connection leads to one. */
export async function expectPrimary(client: pg.ClientBase): Promise<void> {
  const question: pg.QueryConfig & { query_timeout: number } = {
    text: 'select pg_is_in_recovery() as "isStandby"',
    query_timeout: answerMs,
  }
  const { rows } = await client.query<{ isStandby: boolean }>(question)
  if (rows[0]?.isStandby) throw new StandbyServer()
}

/**
 * Opens a connection to the first of these servers that takes writes; the caller ends it.
 * @throws Error that says why each of them does not.
 */
export async function connectToPrimary(connections: readonly pg.ClientConfig[]): Promise<pg.Client> {
  const failures: { host: string; cause: unknown }[] = []
  for (const connection of connections) {
    const client = new pg.Client(connection)
    // The failing query reports it; without a listener the error would crash the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await expectPrimary(client)
      return client
    } catch (cause) {
      failures.push({ host: hostOf(connection), cause })
      // A silent server never answers a goodbye.
      void client.end().catch(() => undefined)
    }
  }
  const [first] = failures
  if (failures.length === 1) throw first?.cause
  const reasons = failures.map(({ host, cause }) => `${host}: ${reasonOf(cause)}`)
  throw new Error(reasons.join('; '), { cause: failures.at(-1)?.cause })
}

export function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string }
  return message || code || 'it does not answer'
}
