import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const hasJava = spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0

/** Makes the checker start quickly: it runs for a second, in which compiling it well costs more than it saves. */
const javaFlags = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m', '-Xmx512m']

type Message = { type: string; message: string; url?: string; lastLine?: number; extract?: string }

/**
 * The findings of the Nu HTML checker for these pages: errors only, each as one line.
 * @returns undefined if there is no Java to run it.
 */
export function htmlErrors(pages: readonly { name: string; html: string }[]): string[] | undefined {
  if (!hasJava) return undefined
  if (pages.length === 0) return []
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
  const folder = mkdtempSync(join(tmpdir(), 'html-'))
  try {
    const files = pages.map(({ html }, index) => {
      const file = join(folder, `${index}.html`)
      writeFileSync(file, html)
      return file
    })
    const command = [...javaFlags, '-jar', jar, '--format', 'json', '--errors-only', ...files]
    const { stderr } = spawnSync('java', command, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    const { messages } = JSON.parse(stderr) as { messages: Message[] }
    return messages
      .filter(({ type }) => type === 'error')
      .map((message) => {
        const page = pages[Number(message.url?.match(/(\d+)\.html$/)?.[1])]
        return `${page?.name} line ${message.lastLine}: ${message.message} ${message.extract ?? ''}`
      })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
