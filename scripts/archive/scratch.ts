import path from 'node:path'
import pg from 'pg'
import { openWorkFolder } from '#product-api/platform/db/private-folder.ts'
import { connectToPrimary, readServers } from '#product-api/platform/db/servers.ts'
import type { ApiEnv } from '#product-api/start/env.ts'

/** An empty place for a store, and the settings that lead to it. */
export type Scratch = { settings: { DATA_DIR: string; DATABASE_URL?: string | undefined }; remove: () => Promise<void> }

const prefix = 'bytewise_check_'

/**
 * Makes an empty store beside that of the site: a folder, and a database on the same server if its user may make one,
 * else an embedded one. Removes those that killed processes have left.
 */
export async function makeScratch({ DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL }: ApiEnv): Promise<Scratch> {
  const { folder, remove } = openWorkFolder(DATA_DIR, 'check')
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL
  const database = url ? await makeDatabase(url) : undefined
  return {
    settings: { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: database?.url },
    remove: async () => {
      await database?.remove()
      remove()
    },
  }
}

/** Undefined if the user may not make one. */
async function makeDatabase(url: string): Promise<{ url: string; remove: () => Promise<void> } | undefined> {
  const servers = readServers(url) ?? []
  const admin = await connectToPrimary(servers.map((connectionString) => ({ connectionString })))
  try {
    const { rows } = await admin.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    )
    if (!rows[0]?.may) {
      await admin.end()
      return undefined
    }
    await removeUnused(admin)
    const name = `${prefix}${process.pid}_${Date.now().toString(36)}`
    await admin.query(`create database ${name}`)
    const own = servers.map((server) => withDatabase(server, name))
    // While it is connected, nobody else takes the database for one that was left.
    const holder = await connectToPrimary(own.map((connectionString) => ({ connectionString })))
    const remove = async () => {
      await holder.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
    return { url: joinServers(own), remove }
  } catch (fault) {
    await admin.end()
    throw fault
  }
}

async function removeUnused(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database
     where datname like $1 and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    [`${prefix.replaceAll('_', '\\_')}%`],
  )
  for (const { name } of rows) await admin.query(`drop database if exists ${pg.escapeIdentifier(name)}`)
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** One address for several servers, as `readServers` reads it. */
function joinServers(servers: readonly string[]): string {
  const [first = ''] = servers
  const hosts = servers.map((server) => new URL(server).host).join(',')
  return first.replace(new URL(first).host, hosts)
}
