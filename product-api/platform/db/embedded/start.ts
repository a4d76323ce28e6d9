import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { removeDeadFolders, socketFolderPrefix } from './data-folder.ts'
import type { WorkerInput, WorkerReply, WorkerRequest } from './serve.ts'

/** Started by its path: the program uses folders that this one must not import. */
const program = path.join(import.meta.dirname, '../../../start/embedded-database-thread.ts')

export type EmbeddedDatabase = {
  /** For any PostgreSQL client: `host` is a folder with a unix socket. */
  connection: { host: string; user: string; database: string }
  /** Vacuums and refreshes statistics: after a bulk load. */
  maintain(): Promise<void>
  /** Makes a checkpoint and ends the thread; close all connections before. */
  close(): Promise<void>
}

/**
 * Starts PostgreSQL in a worker thread over `folder` (in memory without one), reachable by this user alone.
 * @param onCrash called when it ends by itself: the process must stop serving.
 * @throws Error with one sentence, e.g. if another process uses the folder.
 */
export async function startEmbedded(
  folder: string | undefined,
  onCrash: (reason: Error) => void,
): Promise<EmbeddedDatabase> {
  // mkdtemp sets the mode 0700; the system's folder keeps the path below the 100 characters of a unix socket.
  await removeDeadFolders(tmpdir())
  const socketFolder = mkdtempSync(path.join(tmpdir(), socketFolderPrefix))
  const workerData: WorkerInput = { folder: folder && path.resolve(folder), socketFolder }
  const worker = new Worker(program, { workerData, execArgv: ['--disable-warning=ExperimentalWarning'] })
  let state: 'starting' | 'serving' | 'closing' = 'starting'
  const started = new Promise<void>((resolve, reject) => {
    worker.on('message', (reply: WorkerReply) => {
      // Other messages are ignored: under `node --watch` the runtime sends its own from every thread.
      if (reply.kind === 'refused') ended(new Error(reply.message))
      if (reply.kind !== 'ready') return
      state = 'serving'
      resolve()
    })
    const ended = (reason: Error) => {
      rmSync(socketFolder, { recursive: true, force: true })
      reject(reason)
      if (state === 'serving') onCrash(reason)
    }
    worker.once('error', ended)
    worker.once('exit', (code) => ended(new Error(`The embedded database ended with code ${code}`)))
  })
  await started
  return {
    connection: connectionTo(socketFolder),
    maintain: () => send(worker, 'maintain'),
    close: async () => {
      state = 'closing'
      await send(worker, 'close')
      rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

/** The connection to the database whose socket is in this folder. */
export function connectionTo(socketFolder: string): EmbeddedDatabase['connection'] {
  return { host: socketFolder, user: 'postgres', database: 'postgres' }
}

/** Sends a request to the thread, and waits until it is done. */
async function send(worker: Worker, kind: WorkerRequest['kind']): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ kind, done: port2 } satisfies WorkerRequest, [port2])
  await once(port1, 'close')
}
