import { type FileHandle, open, unlink } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/** A written entry: what the directory at the end of the file says of it. */
export type ZipEntry = {
  name: string
  /** Where its header begins. */
  offset: number
  bytes: number
  packedBytes: number
  crc: number
  isPacked: boolean
}

type Content = Buffer | AsyncIterable<Uint8Array>

/** Small writes are collected up to this size. */
const blockBytes = 1024 * 1024
const headBytes = 30
/** The extra field of sizes that need 64 bits, in a header of an entry. */
const localExtraBytes = 20

/**
 * Writes a ZIP file of any size (ZIP64; APPNOTE.TXT 6.3.10, §4.3 and 4.5.3), entry after entry, with a memory that grows
 * neither with their contents nor with their number. The file is no ZIP until `finish` has written its directory. A file that was left
 * unfinished can be continued after any of its entries, which no library does.
 */
export class ZipWriter {
  readonly #file: string
  readonly #handle: FileHandle
  #at: number
  #block: Buffer[] = []
  #blockBytes = 0
  /** The last records of the directory, one after the other; those before them are in `#spilled`. */
  #directory = Buffer.alloc(blockBytes)
  #directoryAt = 0
  #spilled: FileHandle | undefined
  #entries = 0

  private constructor(file: string, handle: FileHandle, at: number) {
    this.#file = file
    this.#handle = handle
    this.#at = at
  }

  /** Opens a new file, or one that is continued at `at`: what comes after is dropped. */
  static async open(file: string, at = 0): Promise<ZipWriter> {
    const handle = await open(file, at > 0 ? 'r+' : 'w+', 0o600)
    await handle.truncate(at)
    return new ZipWriter(file, handle, at)
  }

  /** The length of the file so far. */
  get bytes(): number {
    return this.#at + this.#blockBytes
  }

  /** Writes an entry, and includes it in the directory. */
  async add(name: string, content: Content): Promise<ZipEntry> {
    const entry = Buffer.isBuffer(content)
      ? await this.#writeWhole(name, content)
      : await this.write({ nameOf: () => name, nameBytes: Buffer.byteLength(name), isPacked: true }, content)
    await this.include(entry)
    return entry
  }

  /**
   * Writes an entry whose name is known after its content; the caller includes it in the directory, or not.
   * @param nameOf called at the end; its name has `nameBytes` bytes.
   */
  async write(
    { nameOf, nameBytes, isPacked }: { nameOf: () => string; nameBytes: number; isPacked: boolean },
    content: AsyncIterable<Uint8Array>,
  ): Promise<ZipEntry> {
    const offset = this.bytes
    await this.#append(Buffer.alloc(headBytes + nameBytes + localExtraBytes))
    const from = this.bytes
    let crc = 0
    let bytes = 0
    const measured = async function* () {
      for await (const chunk of content) {
        crc = crc32(chunk, crc)
        bytes += chunk.length
        yield chunk
      }
    }
    const store = async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const { buffer, byteOffset, length } of chunks) {
        await this.#append(Buffer.from(buffer, byteOffset, length))
      }
    }
    if (isPacked) await pipeline(measured, createDeflateRaw({ chunkSize: 128 * 1024 }), store)
    else await pipeline(measured, store)
    const entry = { name: nameOf(), offset, bytes, packedBytes: this.bytes - from, crc, isPacked }
    await this.#flush()
    await this.#handle.write(localHeader(entry), 0, undefined, offset)
    return entry
  }

  /** Drops everything from an entry on, which must not be in the directory. */
  async dropFrom({ offset }: ZipEntry): Promise<void> {
    await this.#flush()
    await this.#handle.truncate(offset)
    this.#at = offset
  }

  /** Includes a written entry in the directory. */
  async include(entry: ZipEntry): Promise<void> {
    const record = directoryRecord(entry)
    if (this.#directoryAt + record.length > this.#directory.length) await this.#spill()
    this.#directoryAt += record.copy(this.#directory, this.#directoryAt)
    this.#entries++
  }

  /** Brings to the disk what was written so far. */
  async sync(): Promise<void> {
    await this.#flush()
    await this.#handle.datasync()
  }

  /** Writes the directory: from now on the file is a ZIP, on the disk. */
  async finish(): Promise<void> {
    const from = this.bytes
    const spilled = this.#spilled?.createReadStream({ start: 0, highWaterMark: blockBytes, autoClose: false }) ?? []
    for await (const records of spilled) await this.#append(records)
    await this.#append(this.#directory.subarray(0, this.#directoryAt))
    const directory = { from, bytes: this.bytes - from, entries: this.#entries }
    await this.#append(endOfDirectory(directory, this.bytes))
    await this.#flush()
    await this.#handle.sync()
    await this.close()
  }

  async close(): Promise<void> {
    await this.#spilled?.close()
    await this.#handle.close()
  }

  /** Puts the records aside, in a file without a name: however this process ends, it is gone then. */
  async #spill(): Promise<void> {
    if (!this.#spilled) {
      const name = `${this.#file}.directory`
      this.#spilled = await open(name, 'w+', 0o600)
      await unlink(name)
    }
    await this.#spilled.appendFile(this.#directory.subarray(0, this.#directoryAt))
    this.#directoryAt = 0
  }

  async #writeWhole(name: string, content: Buffer): Promise<ZipEntry> {
    const packed = deflateRawSync(content)
    const offset = this.bytes
    const sizes = { bytes: content.length, packedBytes: packed.length, crc: crc32(content) }
    const entry = { name, offset, ...sizes, isPacked: true }
    await this.#append(localHeader(entry))
    await this.#append(packed)
    return entry
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#block.push(bytes)
    this.#blockBytes += bytes.length
    if (this.#blockBytes >= blockBytes) await this.#flush()
  }

  async #flush(): Promise<void> {
    const block = Buffer.concat(this.#block)
    this.#block = []
    this.#blockBytes = 0
    for (let written = 0; written < block.length; ) {
      const { bytesWritten } = await this.#handle.write(block, written, block.length - written, this.#at)
      written += bytesWritten
      this.#at += bytesWritten
    }
  }
}

const version = 45
/** The name is UTF-8. */
const flags = 0x0800
/** 1 January 1980: the same content makes the same file. */
const date = 0x0021
const most32 = 0xffff_ffff

function localHeader({ name, bytes, packedBytes, crc, isPacked }: ZipEntry): Buffer {
  const nameBytes = Buffer.from(name)
  const head = Buffer.alloc(headBytes + nameBytes.length + localExtraBytes)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(isPacked ? 8 : 0, 8)
  head.writeUInt16LE(date, 12)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(most32, 18)
  head.writeUInt32LE(most32, 22)
  head.writeUInt16LE(nameBytes.length, 26)
  head.writeUInt16LE(localExtraBytes, 28)
  nameBytes.copy(head, headBytes)
  writeExtra(head, headBytes + nameBytes.length, [bytes, packedBytes])
  return head
}

function directoryRecord({ name, offset, bytes, packedBytes, crc, isPacked }: ZipEntry): Buffer {
  const nameBytes = Buffer.from(name)
  const large = [bytes, packedBytes, offset].filter((value) => value >= most32)
  const extraBytes = large.length > 0 ? 4 + 8 * large.length : 0
  const record = Buffer.alloc(46 + nameBytes.length + extraBytes)
  record.writeUInt32LE(0x02014b50, 0)
  // Made on Unix, with a mode: the owner's alone, like the archive.
  record.writeUInt16LE((3 << 8) | version, 4)
  record.writeUInt16LE(version, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt16LE(isPacked ? 8 : 0, 10)
  record.writeUInt16LE(date, 14)
  record.writeUInt32LE(crc, 16)
  record.writeUInt32LE(Math.min(packedBytes, most32), 20)
  record.writeUInt32LE(Math.min(bytes, most32), 24)
  record.writeUInt16LE(nameBytes.length, 28)
  record.writeUInt16LE(extraBytes, 30)
  record.writeUInt32LE((0o100600 << 16) >>> 0, 38)
  record.writeUInt32LE(Math.min(offset, most32), 42)
  nameBytes.copy(record, 46)
  if (large.length > 0) writeExtra(record, 46 + nameBytes.length, large)
  return record
}

/** The extra field of 64-bit sizes. */
function writeExtra(into: Buffer, at: number, values: readonly number[]): void {
  into.writeUInt16LE(0x0001, at)
  into.writeUInt16LE(8 * values.length, at + 2)
  for (const [index, value] of values.entries()) into.writeBigUInt64LE(BigInt(value), at + 4 + 8 * index)
}

type Directory = { from: number; bytes: number; entries: number }

/** Always in both forms: readers take the 64-bit one where the other one is full. */
function endOfDirectory({ from, bytes, entries }: Directory, at: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE((3 << 8) | version, 12)
  end.writeUInt16LE(version, 14)
  end.writeBigUInt64LE(BigInt(entries), 24)
  end.writeBigUInt64LE(BigInt(entries), 32)
  end.writeBigUInt64LE(BigInt(bytes), 40)
  end.writeBigUInt64LE(BigInt(from), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(at), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x06054b50, 76)
  end.writeUInt16LE(Math.min(entries, 0xffff), 84)
  end.writeUInt16LE(Math.min(entries, 0xffff), 86)
  end.writeUInt32LE(Math.min(bytes, most32), 88)
  end.writeUInt32LE(Math.min(from, most32), 92)
  return end
}
