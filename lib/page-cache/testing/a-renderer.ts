import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderer } from '#lib/renderer/answer-orders.ts'
import type { Handle } from '#lib/renderer/capture-response.ts'
import { mostHeaderBytes } from '#lib/renderer/wire.ts'
import type { Renderers } from '../render/ask-renderer.ts'

type Options = Partial<Parameters<typeof createRenderer>[1]>

/** A renderer at a socket of its own, over a stand-in for Next. */
export async function aRenderer(handle: Handle, options: Options = {}) {
  const answer = createRenderer(handle, {
    publicUrl: 'http://localhost:3000',
    readSite: async () => ({ site: undefined, isCurrent: true }),
    isDev: false,
    hasSession: async () => true,
    answerMethod: () => false,
    ...options,
  })
  const folder = mkdtempSync(join(tmpdir(), 'a-renderer-'))
  const socketPath = join(folder, 'socket')
  const server = createServer({ maxHeaderSize: mostHeaderBytes }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(socketPath)
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true })
  const renderers: Renderers = { use: (run) => run({ socketPath, agent }) }
  const close = () => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { renderers, server, close }
}
