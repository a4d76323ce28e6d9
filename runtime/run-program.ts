import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { exitProcess } from './exit-process.ts'

/**
 * Runs a program with the settings of its `.env`. A failure of its start ends it with one sentence: a setting, a port
 * or a database is wrong, and a stack would not help.
 */
export async function runProgram(run: () => Promise<void>): Promise<void> {
  try {
    readEnvFile()
    await run()
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault)
    exitProcess(1)
  }
}

/**
 * Loads settings from `.env` in the working folder, or from the file that `ENV_FILE` names (`off`: none). The
 * environment takes precedence, even if a variable is empty there.
 * @throws Error with one sentence if a file that was named can't be read.
 */
export function readEnvFile(env: NodeJS.ProcessEnv = process.env): void {
  // Prevents Next from loading its own choice of files for the web alone, so that both programs have the same settings.
  env.__NEXT_PROCESSED_ENV = 'true'
  const named = env.ENV_FILE || undefined
  if (named === 'off') return
  const file = named ?? '.env'
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' && !named) return
    throw new Error(`The settings in ${file} can't be read: ${code === 'ENOENT' ? 'there is no such file' : message}`, {
      cause,
    })
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value
}
