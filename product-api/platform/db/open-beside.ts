import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inWords, unusable, withClient } from './client.ts'
import { copyRunning } from './embedded/copy-running.ts'
import { findRunning } from './embedded/data-folder.ts'
import { connectionTo, startEmbedded } from './embedded/start.ts'
import { openWorkFolder } from './private-folder.ts'
import { connectToPrimary, readServers } from './servers.ts'

/** A database as it is, which is not migrated, while the site goes on with it or not. */
export type StoreBeside = {
  kind: 'embedded' | 'native'
  /** Runs statements over a connection of their own. */
  ask<T>(run: (client: pg.Client) => Promise<T>): Promise<T>
  /** Reads the database as it is at one moment: in a transaction, which sees nothing that is written meanwhile. */
  snapshot<T>(read: (client: pg.Client) => Promise<T>): Promise<T>
}

type DatabaseEnv = { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined; DATA_DIR: string }

/** @throws Error with one sentence if there is no such database, or it doesn't answer. */
export async function openBeside(env: DatabaseEnv): Promise<StoreBeside> {
  if (env.DATABASE_URL) return openNative(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL)
  const folder = path.resolve(env.DATA_DIR, 'database')
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    throw new Error(`There is no database in ${env.DATA_DIR}: set DATA_DIR or DATABASE_URL to that of the site`)
  }
  const socketFolder = await findRunning(folder)
  return socketFolder ? besideTheSite(folder, socketFolder) : stopped(folder)
}

async function openNative(url: string): Promise<StoreBeside> {
  const servers = readServers(url) ?? []
  const settings = { application_name: 'bytewise-archive', keepAlive: true, connectionTimeoutMillis: 5_000 }
  const connect = () => connectToPrimary(servers.map((connectionString) => ({ connectionString, ...settings })))
  const ask = async <T>(read: (client: pg.Client) => Promise<T>) => {
    const client = await connect().catch((cause) => {
      throw unusable(inWords('DATABASE_URL', servers), cause)
    })
    return withClient(client, read)
  }
  return { kind: 'native', ask, snapshot: (read) => ask((client) => inSnapshot(client, read)) }
}

/** The site runs the database: its folder is copied, and the copy opened here. */
function besideTheSite(folder: string, socketFolder: string): StoreBeside {
  const ask = async <T>(run: (client: pg.Client) => Promise<T>) => withClient(await connectTo(socketFolder), run)
  return {
    kind: 'embedded',
    ask,
    snapshot: async (read) => {
      const copy = openWorkFolder(path.dirname(folder), 'copy')
      try {
        const database = path.join(copy.folder, 'database')
        await ask((client) => copyRunning(client, folder, database))
        return await stopped(database).snapshot(read)
      } finally {
        copy.remove()
      }
    },
  }
}

/** Nobody runs the database: it is opened here, and a site that starts meanwhile is told so. */
function stopped(folder: string): StoreBeside {
  const ask = async <T>(read: (client: pg.Client) => Promise<T>) => {
    const database = await startEmbedded(folder, (reason) => {
      console.error(reason.message)
      process.exit(1)
    })
    try {
      return await withClient(await connectTo(database.connection.host), read)
    } finally {
      await database.close()
    }
  }
  return { kind: 'embedded', ask, snapshot: (read) => ask((client) => inSnapshot(client, read)) }
}

async function connectTo(socketFolder: string): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(socketFolder))
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Reads a database as it is at one moment. Times are written in UTC, whatever the server's zone is. */
export async function inSnapshot<T>(client: pg.Client, read: (client: pg.Client) => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  await client.query("set local time zone 'UTC'; set local statement_timeout = 0")
  await client.query('set local idle_in_transaction_session_timeout = 0')
  const result = await read(client)
  await client.query('commit')
  return result
}
