/** Thrown by `proc_exit`, to unwind the program. */
export class ProgramEnd extends Error {
  readonly code: number

  constructor(code: number) {
    super(`The program ended with ${code}`)
    this.code = code
  }
}

type OpenFile = { name: string; at: number; bytes: Buffer; length: number }

const [badDescriptor, notSeekable, notThere] = [8, 70, 44]
const [regularFile, folder, device] = [4, 3, 2]
const everyRight = 0xffff_ffff_ffff_ffffn
const [create, root, firstFree] = [1, 3, 4]

/**
 * The fourteen WASI calls (snapshot preview 1) for a program that reads one file and writes another, in memory.
 * `node:wasi` would need a real folder and warns that it is experimental.
 */
export function createWasi({ args, files: given }: { args: string[]; files: Record<string, Buffer> }) {
  const files = new Map(Object.entries(given))
  const open = new Map<number, OpenFile>()
  const words = args.map((word) => Buffer.from(`${word}\0`))
  let memory: WebAssembly.Memory | undefined
  let next = firstFree
  let errors = ''
  // Created for each call: growing the memory detaches the previous view.
  const bytes = () => new Uint8Array((memory as WebAssembly.Memory).buffer)
  const view = () => new DataView((memory as WebAssembly.Memory).buffer)
  const setUint32 = (at: number, value: number) => view().setUint32(at, value, true)

  /** Goes through a call's list of buffers until one is used only in part. */
  function overBuffers(list: number, count: number, take: (at: number, length: number) => number): number {
    let total = 0
    for (let index = 0; index < count; index++) {
      const [at, length] = [view().getUint32(list + 8 * index, true), view().getUint32(list + 8 * index + 4, true)]
      const taken = take(at, length)
      total += taken
      if (taken < length) break
    }
    return total
  }

  function append(file: OpenFile, chunk: Uint8Array): void {
    const end = file.at + chunk.length
    if (end > file.bytes.length) {
      const larger = Buffer.alloc(Math.max(65_536, end * 2))
      file.bytes.copy(larger)
      file.bytes = larger
    }
    file.bytes.set(chunk, file.at)
    file.at = end
    file.length = Math.max(file.length, end)
  }

  const imports = {
    args_sizes_get: (count: number, size: number) => {
      setUint32(count, words.length)
      setUint32(size, Buffer.concat(words).length)
      return 0
    },
    args_get: (list: number, at: number) => {
      for (const [index, word] of words.entries()) {
        setUint32(list + 4 * index, at)
        bytes().set(word, at)
        at += word.length
      }
      return 0
    },
    clock_time_get: (_clock: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true)
      return 0
    },
    fd_prestat_get: (descriptor: number, at: number) => {
      if (descriptor !== root) return badDescriptor
      setUint32(at, 0)
      setUint32(at + 4, 1)
      return 0
    },
    fd_prestat_dir_name: (_descriptor: number, at: number) => {
      bytes()[at] = '.'.charCodeAt(0)
      return 0
    },
    fd_fdstat_get: (descriptor: number, at: number) => {
      bytes().fill(0, at, at + 24)
      bytes()[at] = descriptor < root ? device : descriptor === root ? folder : regularFile
      view().setBigUint64(at + 8, everyRight, true)
      view().setBigUint64(at + 16, everyRight, true)
      return 0
    },
    fd_fdstat_set_flags: () => 0,
    path_open: (...given: [number, number, number, number, number, bigint, bigint, number, number]) => {
      const [, , from, length, flags, , , , at] = given
      const name = Buffer.from(bytes().slice(from, from + length))
        .toString()
        .replace(/^\.?\//, '')
      if (flags & create) files.set(name, Buffer.alloc(0))
      const found = files.get(name)
      if (!found) return notThere
      open.set(next, { name, at: 0, bytes: found, length: found.length })
      setUint32(at, next++)
      return 0
    },
    fd_read: (descriptor: number, list: number, count: number, at: number) => {
      const file = open.get(descriptor)
      if (!file) return badDescriptor
      const total = overBuffers(list, count, (to, length) => {
        const chunk = file.bytes.subarray(file.at, Math.min(file.at + length, file.length))
        bytes().set(chunk, to)
        file.at += chunk.length
        return chunk.length
      })
      setUint32(at, total)
      return 0
    },
    fd_write: (descriptor: number, list: number, count: number, at: number) => {
      const file = open.get(descriptor)
      const total = overBuffers(list, count, (from, length) => {
        const chunk = bytes().subarray(from, from + length)
        if (file) append(file, chunk)
        else errors += Buffer.from(chunk).toString()
        return length
      })
      setUint32(at, total)
      return 0
    },
    fd_seek: (descriptor: number, offset: bigint, whence: number, at: number) => {
      const file = open.get(descriptor)
      if (!file) return notSeekable
      file.at = Number(offset) + ([0, file.at, file.length][whence] ?? 0)
      view().setBigUint64(at, BigInt(file.at), true)
      return 0
    },
    fd_close: (descriptor: number) => {
      const file = open.get(descriptor)
      if (file) files.set(file.name, file.bytes.subarray(0, file.length))
      open.delete(descriptor)
      return 0
    },
    proc_exit: (code: number) => {
      throw new ProgramEnd(code)
    },
  }
  return {
    imports,
    setMemory: (its: WebAssembly.Memory) => {
      memory = its
    },
    /** The content of a file that the program wrote and closed. */
    file: (name: string) => files.get(name),
    /** The program's output on stdout and stderr. */
    errors: () => errors,
  }
}
