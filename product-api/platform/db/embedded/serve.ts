import { existsSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { lockFolder, noteSocketFolder, socketName } from './data-folder.ts'
import { startMaintenance, vacuum } from './maintenance.ts'
import { compileEngine, DurableNodeFS, durableStartParams, volatileStartParams } from './pglite.ts'
import { databaseSnapshot, type ExtraTables, extensions } from './snapshot.ts'
import { WireServer } from './wire-server.ts'

/** `folder` absent: a database in memory, for tests. */
export type WorkerInput = { folder?: string | undefined; socketFolder: string }
/** `done` is closed when the request is done. */
export type WorkerRequest = { kind: 'maintain' | 'close'; done: MessagePort }
export type WorkerReply = { kind: 'ready' } | { kind: 'refused'; message: string }

/** Reasons by WASI's error numbers. */
const fileFaults = new Map([
  [2, 'this account may not write there'],
  [19, 'the quota of the disk is used up'],
  [22, 'its files would become too large'],
  [29, 'the disk has a fault'],
  [51, 'the disk is full'],
  [69, 'it can only be read'],
])

const reply = (message: WorkerReply) => parentPort?.postMessage(message)

/** Runs the embedded database in this worker thread and answers the thread that started it (`start.ts`). */
export async function serveEmbedded(extraTables: ExtraTables): Promise<void> {
  if (!parentPort) throw new Error('This runs in a worker thread')
  const input = workerData as WorkerInput
  try {
    await serve(input, extraTables)
    reply({ kind: 'ready' })
  } catch (error) {
    reply({ kind: 'refused', message: sentenceOf(error, input.folder) })
    parentPort.close()
  }
}

async function serve({ folder, socketFolder }: WorkerInput, extraTables: ExtraTables) {
  const unlock = folder ? lockFolder(folder) : undefined
  if (folder) noteSocketFolder(folder, socketFolder)
  const engine = folder ? await openFolder(folder, extraTables) : await openMemory(extraTables)
  endOnCrash(engine)
  const server = new WireServer(engine)
  await server.listen(path.join(socketFolder, socketName))
  const stopMaintenance = folder ? startMaintenance(server, folder) : undefined

  parentPort?.on('message', async ({ kind, done }: WorkerRequest) => {
    if (kind === 'maintain') await vacuum(server, folder && `${folder}.vacuumed`)
    if (kind === 'close') {
      stopMaintenance?.()
      await server.exclusive(async () => undefined)
      await server.close()
      // On a full disk the checkpoint fails: the log has everything.
      await engine.exec('checkpoint').catch(() => undefined)
      await engine.close()
      unlock?.()
    }
    done.close()
    if (kind === 'close') parentPort?.close()
  })
}

/** PGlite's file system throws plain objects with an error number. */
function sentenceOf(error: unknown, folder: string | undefined): string {
  if (error instanceof Error && error.message) return error.message
  const { errno } = error as { errno?: number }
  const reason = errno === undefined ? inspect(error) : (fileFaults.get(errno) ?? `the file system's fault ${errno}`)
  return `The data folder ${folder} can't be used: ${reason}`
}

/** A marker file exists while a new folder is filled: an interrupted one is deleted and made again. */
async function openFolder(folder: string, extraTables: ExtraTables): Promise<PGlite> {
  const incomplete = `${folder}.incomplete`
  if (existsSync(incomplete)) rmSync(folder, { recursive: true, force: true })
  const isNew = !existsSync(path.join(folder, 'PG_VERSION'))
  const pgliteWasmModule = compileEngine()
  const options = { fs: new DurableNodeFS(folder), startParams: durableStartParams, extensions, pgliteWasmModule }
  if (!isNew) return PGlite.create(options)

  writeFileSync(incomplete, '')
  const engine = await PGlite.create({ ...options, loadDataDir: await databaseSnapshot(extraTables, pgliteWasmModule) })
  await engine.exec('checkpoint')
  rmSync(incomplete)
  return engine
}

async function openMemory(extraTables: ExtraTables): Promise<PGlite> {
  const pgliteWasmModule = compileEngine()
  const loadDataDir = await databaseSnapshot(extraTables, pgliteWasmModule)
  return PGlite.create({ startParams: volatileStartParams, extensions, pgliteWasmModule, loadDataDir })
}

/**
 * PGlite swallows its engine's errors and would continue with a crashed one. Here a crash ends this thread immediately,
 * and with it the process.
 */
function endOnCrash(engine: PGlite) {
  const module = engine.Module as unknown as { _PostgresMainLoopOnce: () => void }
  const once = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        // Written synchronously, because the thread ends now.
        writeSync(2, `The embedded database crashed: ${error.stack}\n`)
        process.exit(1)
      }
      throw error
    }
  }
}
