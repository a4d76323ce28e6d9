import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/**
 * Takes settings from `.env` in the working folder, or from the file that `ENV_FILE` names (`off`: from none). Every
 * program of ours does this first. The environment wins, even if a variable is set to nothing.
 * @throws Error with one sentence if a file that was named can't be read.
 */
export function readEnvFile(env: NodeJS.ProcessEnv = process.env): void {
  // Next reads files of its own choice, for the web alone: two programs would go by different settings.
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
