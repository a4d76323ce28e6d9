import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { ArchiveKey } from './encryption.ts'
import { formatVersion, Manifest } from './manifest.ts'

/** A fault of an archive, as a sentence for its owner. */
export class ArchiveFault extends Error {
  override name = 'ArchiveFault'
}

/** Where an entry is: its directory has hundreds of thousands, so no more is kept of it. */
type Place = Pick<
  Entry,
  'relativeOffsetOfLocalHeader' | 'compressedSize' | 'uncompressedSize' | 'compressionMethod' | 'crc32'
>

/** Lines are given in batches of about this size. */
const batchBytes = 1024 * 1024
const lineMost = 64 * 1024 * 1024
const manifestMost = 64 * 1024 * 1024

/** A file of lines in an archive, as its manifest describes it. */
type LineFile = { file: string; rows: number; sum: string; isSecret?: boolean }

/** A complete archive, open for reading. */
export class Archive {
  readonly manifest: Manifest
  readonly #file: string
  readonly #zip: ZipFile
  readonly #places: Map<string, Place>

  private constructor(file: string, zip: ZipFile, places: Map<string, Place>, manifest: Manifest) {
    this.#file = file
    this.#zip = zip
    this.#places = places
    this.manifest = manifest
  }

  /** @throws ArchiveFault if it is no archive, not whole, or of a newer version. */
  static async open(file: string): Promise<Archive> {
    const { size } = await stat(file).catch((cause) => {
      throw new ArchiveFault(`The file ${file} can’t be read: ${reasonOf(cause)}`, { cause })
    })
    if (size === 0) throw new ArchiveFault(`The file ${file} is empty`)
    const zip = await openPromise(file, { autoClose: false }).catch((cause) => {
      throw notWhole(file, cause)
    })
    try {
      const places = await readDirectory(zip).catch((cause) => {
        throw notWhole(file, cause)
      })
      return new Archive(file, zip, places, await readManifest(file, zip, places))
    } catch (fault) {
      zip.close()
      throw fault
    }
  }

  close(): void {
    this.#zip.close()
  }

  /**
   * Reads the lines of a file in batches, and decrypts them if they are secret. Nothing may be kept of them before the
   * last batch has come.
   * @throws ArchiveFault at the end if they are not those that were archived.
   */
  async *readLines({ file, rows, sum, isSecret }: LineFile, key?: ArchiveKey): AsyncGenerator<string[]> {
    if (isSecret && !key) throw new Error(`${file} needs a key`)
    const hash = isSecret && key ? key.sum() : createHash('sha256')
    let count = 0
    try {
      const packed = await this.openFile(file)
      const content: AsyncIterable<Uint8Array> = isSecret && key ? key.decrypt(packed) : packed
      for await (const lines of splitLines(content, (chunk) => hash.update(chunk))) {
        count += lines.length
        yield lines
      }
    } catch (cause) {
      if (cause instanceof ArchiveFault || !isReadFault(cause)) throw cause
      throw damaged(this.#file, file, cause)
    }
    if (count !== rows || hash.digest('hex') !== sum) throw damaged(this.#file, file)
  }

  /** Opens an entry. @throws ArchiveFault if there is none of this name, or it can't be read. */
  async openFile(name: string): Promise<Readable> {
    const place = this.#places.get(name)
    if (!place) throw damaged(this.#file, name)
    return openPlace(this.#zip, place).catch((cause) => {
      throw damaged(this.#file, name, cause)
    })
  }

  /** A fault of one of its files. */
  faultOf(name: string, cause?: unknown): ArchiveFault {
    return damaged(this.#file, name, cause)
  }
}

/** Everything but the pages for people, which nothing reads back. */
async function readDirectory(zip: ZipFile): Promise<Map<string, Place>> {
  const places = new Map<string, Place>()
  for await (const entry of zip.eachEntry()) {
    const { fileName, relativeOffsetOfLocalHeader, compressedSize, uncompressedSize, compressionMethod } = entry
    const { crc32 } = entry
    if (fileName.endsWith('.html')) continue
    places.set(fileName, { relativeOffsetOfLocalHeader, compressedSize, uncompressedSize, compressionMethod, crc32 })
  }
  return places
}

async function openPlace(zip: ZipFile, place: Place): Promise<Readable> {
  const { compressedSize, uncompressedSize, compressionMethod } = place
  // The two need nothing else of an entry.
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(place as Entry, { minimal: true })
  const isPacked = compressionMethod === 8
  // Its form with a promise asks for a whole entry.
  return new Promise((resolve, reject) => {
    const given = [
      fileDataStart,
      compressedSize,
      0,
      compressedSize,
      isPacked,
      isPacked ? uncompressedSize : null,
    ] as const
    zip.openReadStreamLowLevel(...given, (fault, content) => (fault ? reject(fault) : resolve(content)))
  })
}

async function readManifest(file: string, zip: ZipFile, places: Map<string, Place>): Promise<Manifest> {
  const place = places.get('manifest.json')
  if (!place || place.uncompressedSize > manifestMost) {
    throw new ArchiveFault(`The file ${file} is no archive of Bytewise: it has no manifest`)
  }
  let read: unknown
  try {
    const content = await buffer(await openPlace(zip, place))
    // Everything else has a sum in the manifest.
    if (crc32(content) !== place.crc32) throw new TypeError('The manifest has another sum')
    read = JSON.parse(content.toString())
  } catch (cause) {
    throw damaged(file, 'manifest.json', cause)
  }
  const version = (read as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > formatVersion) {
    throw new ArchiveFault(
      `The file ${file} was made by a newer version of the program (format ${version}, this one reads up to ${formatVersion}): update the program`,
    )
  }
  const parsed = Manifest.safeParse(read)
  if (!parsed.success) throw damaged(file, 'manifest.json', parsed.error)
  return parsed.data
}

async function* splitLines(
  content: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let lines: string[] = []
  let bytes = 0
  for await (const chunk of content) {
    onChunk(chunk)
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = pieces.pop() ?? ''
    if (rest.length > lineMost) throw new TypeError('A line is too long')
    lines.push(...pieces)
    bytes += chunk.length
    if (bytes < batchBytes || lines.length === 0) continue
    yield lines
    lines = []
    bytes = 0
  }
  if (lines.length > 0) yield lines
  if (rest + decoder.decode()) throw new TypeError('The last line has no end')
}

function notWhole(file: string, cause: unknown): ArchiveFault {
  return new ArchiveFault(`The file ${file} is not a whole archive: it was cut or changed, or is something else`, {
    cause,
  })
}

function damaged(file: string, part: string, cause?: unknown): ArchiveFault {
  return new ArchiveFault(`The file ${file} is damaged: its part ${part} is not what was archived`, { cause })
}

/** Whether reading failed because of what is read: by zlib, the encryption, the decoder or the ZIP reader. */
function isReadFault(fault: unknown): boolean {
  const { code = '', message = '' } = fault as { code?: string; message?: string }
  const isOfSystem = /^E[A-Z]+$/.test(code)
  return (
    !isOfSystem &&
    (code.startsWith('Z_') || code.startsWith('ERR_') || /decrypt|authenticate|line|bytes|size/.test(message))
  )
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'there is none' : message
}
