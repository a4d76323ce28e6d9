import { constants as osConstants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants } from 'node:zlib'

// The thread of dense-brotli.ts.

// On Linux this is the priority of the thread alone; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(osConstants.priority.PRIORITY_LOW)

parentPort?.on('message', (body: Uint8Array) => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const compressed = new Uint8Array(brotliCompressSync(body, { params }))
  parentPort?.postMessage(compressed, [compressed.buffer])
})
