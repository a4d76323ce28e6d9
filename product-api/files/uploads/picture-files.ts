import { randomBytes } from 'node:crypto'
import { uploadVariants } from '#contract/uploaded-pictures.ts'
import type { Context } from '#platform/context.ts'
import type { EncodedFile } from './encode-picture.ts'
import * as repository from './repository.ts'

const type = 'image/webp'

/** Puts a picture's files into the storage. Records them in the database first, so that none is ever orphaned. */
export async function putFiles(ctx: Context, id: string, files: readonly EncodedFile[]): Promise<string> {
  const name = `${id.slice(0, 2)}/${id}-${randomBytes(6).toString('hex')}`
  const { width = 0 } = files.at(-1) ?? {}
  await repository.insertFiles(ctx.db, { name, width, createdAt: ctx.now() })
  try {
    for (const file of files) await ctx.files.storage.put(fileName(name, file.width), file.bytes, type)
    return name
  } catch (fault) {
    // If this fails too, the daily job removes them.
    await removeFiles(ctx, { name, width }).catch(() => undefined)
    throw fault
  }
}

/** @throws StorageUnavailable; the record of the files stays, for the next attempt. */
export async function removeFiles(
  ctx: Pick<Context, 'db' | 'files'>,
  { name, width }: { name: string; width: number },
): Promise<void> {
  for (const variant of uploadVariants({ id: '', width, height: 1 })) {
    await ctx.files.storage.delete(fileName(name, variant.width))
  }
  await repository.deleteFiles(ctx.db, name)
}

export function fileName(name: string, width: number): string {
  return `${name}-${width}.webp`
}
