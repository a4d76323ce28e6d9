import { randomBytes } from 'node:crypto'
import { uploadVariants } from '#contract/upload-address.ts'
import type { Context } from '#platform/context.ts'
import type { EncodedFile } from './encode-picture.ts'
import * as repository from './repository.ts'

const type = 'image/webp'

/** The files of a picture in the storage: noted in the database before they are put there, so that none is ever forgotten. */
export async function putFiles(ctx: Context, id: string, files: readonly EncodedFile[]): Promise<string> {
  const name = `${id.slice(0, 2)}/${id}-${randomBytes(6).toString('hex')}`
  const { width = 0 } = files.at(-1) ?? {}
  await repository.insertFiles(ctx.db, { name, width, createdAt: ctx.now() })
  try {
    for (const file of files) await ctx.files.storage.put(fileName(name, file.width), file.bytes, type)
    return name
  } catch (fault) {
    // If that fails too, the daily job finds them.
    await removeFiles(ctx, { name, width }).catch(() => undefined)
    throw fault
  }
}

/** @throws StorageUnavailable; then they are still noted. */
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
