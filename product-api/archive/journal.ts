import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ZipEntry } from './zip/zip-writer.ts'

/** SQLite's code for a database that another process has locked. */
const busy = 5

/** A stored file in an archive; `sum` is the SHA-256 of its content, in hexadecimal. */
export type ArchivedFile = { name: string; sum: string; entry: ZipEntry }

/**
 * Notes which files an unfinished archive has, so that the next try goes on after them, and locks it for one process: the
 * kernel releases the lock when that dies. It finds a file in a million without having them in memory.
 */
export class Journal {
  readonly #file: string
  readonly #db: DatabaseSync

  /** @throws Error with one sentence if another process has it. */
  constructor(file: string, name: string) {
    this.#file = file
    this.#db = new DatabaseSync(file)
    try {
      this.#db.exec('pragma busy_timeout = 0; pragma journal_mode = truncate; pragma locking_mode = exclusive')
      this.#db.exec(`
        begin exclusive;
        create table if not exists files (
          name text primary key, sum text not null, picture text, ends_at integer not null,
          entry text not null) without rowid;
        create index if not exists files_sum on files (sum);
        create index if not exists files_picture on files (picture);
        create table if not exists archive (name text not null);
        commit;
        begin`)
    } catch (cause) {
      this.#db.close()
      if ((cause as { errcode?: number }).errcode !== busy) throw cause
      throw new Error(`Another process is writing an archive there (${file}): wait for it, or choose another folder`, {
        cause,
      })
    }
    const known = this.#db.prepare('select name from archive').get()
    if (known?.name === name) return
    this.#db.exec('delete from files; delete from archive')
    this.#db.prepare('insert into archive (name) values (?)').run(name)
  }

  /** Where the archive goes on; 0 if it has no file yet. */
  get endsAt(): number {
    return Number(this.#db.prepare('select coalesce(max(ends_at), 0) as at from files').get()?.at)
  }

  /** Forgets all files: the archive has lost them. */
  clear(): void {
    this.#db.exec('delete from files')
  }

  add({ name, sum, entry }: ArchivedFile, endsAt: number): void {
    this.#db
      .prepare('insert into files (name, sum, picture, ends_at, entry) values (?, ?, ?, ?, ?)')
      .run(name, sum, pictureOf(name), endsAt, JSON.stringify(entry))
  }

  find(name: string): ArchivedFile | undefined {
    return this.#read('name', name)
  }

  findSum(sum: string): ArchivedFile | undefined {
    return this.#read('sum', sum)
  }

  /** Finds a file of an uploaded picture in one of its widths. */
  findPicture(id: string, width: number): ArchivedFile | undefined {
    return this.#read('picture', `${id}-${width}`)
  }

  /** Brings everything that was added to the disk. */
  commit(): void {
    this.#db.exec('commit; begin')
  }

  close(): void {
    this.#db.exec('commit')
    this.#db.close()
  }

  /** Closes and deletes it: the archive is finished. */
  remove(): void {
    rmSync(this.#file, { force: true })
    this.#db.close()
    rmSync(`${this.#file}-journal`, { force: true })
  }

  #read(column: 'name' | 'sum' | 'picture', value: string): ArchivedFile | undefined {
    const row = this.#db.prepare(`select name, sum, entry from files where ${column} = ? limit 1`).get(value)
    return row && { name: String(row.name), sum: String(row.sum), entry: JSON.parse(String(row.entry)) as ZipEntry }
  }
}

/** `ab/{id}-{random}-{width}.webp`, as `files/uploads.ts` names the files of a picture. */
function pictureOf(name: string): string | null {
  const [, id, width] = /^[0-9a-f]{2}\/([0-9a-f]{32})-[0-9a-f]+-(\d+)\.webp$/.exec(name) ?? []
  return id ? `${id}-${width}` : null
}
