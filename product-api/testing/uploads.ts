import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { api, get, send } from './api.ts'

export function upload(as: string | undefined, body: Uint8Array | string | undefined, type = 'image/jpeg') {
  return send('POST', '/uploads', { as, body, headers: { 'content-type': type } })
}

/** The served file of a picture. */
export async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await get(url)).arrayBuffer())
}

/** The number of a table's rows. */
export async function count(table: string): Promise<number> {
  return Number((await api().pool.query(`select count(*) from ${table}`)).rows[0].count)
}

/** The pictures' folder in the test's storage. */
export const keptFolder = () => path.join(path.dirname(api().context.files.incoming), 'uploads')

export function keptFiles(): string[] {
  if (!existsSync(keptFolder())) return []
  return readdirSync(keptFolder(), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
}

export function removeKeptFiles(): void {
  rmSync(keptFolder(), { recursive: true, force: true })
}

/** The temporary files of uploads that were not deleted. */
export function arrived(): string[] {
  const { incoming } = api().context.files
  return existsSync(incoming) ? readdirSync(incoming) : []
}
