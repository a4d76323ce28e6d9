import { randomBytes } from 'node:crypto'
import { asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { parseJpegAddress } from '#contract/mailed-pictures.ts'
import { parseUploadAddress, uploadAddress, uploadLimits, uploadVariants } from '#contract/uploaded-pictures.ts'
import type { Context, SignedInContext } from '#platform/context.ts'
import type { Db } from '#platform/db/client.ts'
import { uploadFiles, uploadOwners, uploads, uploadUses } from '#platform/db/tables/uploads.ts'
import { transaction } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { Storage } from './storage.ts'
import { type EncodedFile, encodePicture } from './uploads/encode-picture.ts'
import { jpegName, openJpeg } from './uploads/make-jpeg.ts'
import { receivePicture, tooLarge } from './uploads/receive-picture.ts'

type UploadRow = typeof uploads.$inferSelect

/** A picture as it is sent: `type` and `bytes` are declared by the client. */
type Sent = { type: string; bytes: number | undefined; body: AsyncIterable<Uint8Array> | null }

const dayLimitSentence = 'You can send at most 200 pictures a day. Please try again tomorrow.'
const uploadAddresses = /\/uploads\/([0-9a-f]{32})-\d{1,4}x\d{1,5}\.webp/g

/**
 * Stores a picture. The same bytes are one upload, whoever sends them.
 * @throws Problem `bad_request` or `too_large` with the reason, `too_many_requests`, and `unavailable` if too many
 * wait; StorageUnavailable.
 */
export async function addUpload(ctx: SignedInContext, { type, bytes, body }: Sent): Promise<UploadRow> {
  if (!/^image\//i.test(type) || !body) {
    throw new Problem('bad_request', { detail: 'Please send a picture, with its type: content-type image/…' })
  }
  if (bytes !== undefined && bytes > uploadLimits.bytes) throw tooLarge()
  await takeFromLimit(ctx)
  const picture = await receivePicture(body, ctx.files.incoming)
  try {
    const known = await transaction(ctx.db, (tx) => markKnown(ctx, tx, picture.id))
    return known ?? (await store(ctx, picture.id, await encodePicture(ctx.actor.id, picture.file, picture.head)))
  } finally {
    await picture.remove()
  }
}

/** A stored file of a picture; `tag` is its ETag. */
type UploadFile = { type: 'image/webp' | 'image/jpeg'; tag: string; open: () => ReturnType<Storage['get']> }

/** Finds the file that an address names, in exactly one of its widths; undefined if there is none. */
export async function findUploadFile(ctx: Context, file: string): Promise<UploadFile | undefined> {
  const jpeg = parseJpegAddress(`/uploads/${file}`)
  const address = jpeg ?? parseUploadAddress(`/uploads/${file}`)
  if (!address) return undefined
  const { id } = address
  const [found] = await ctx.db
    .select({ width: uploads.width, height: uploads.height, name: uploadFiles.name })
    .from(uploads)
    .innerJoin(uploadFiles, eq(uploadFiles.uploadId, uploads.id))
    .where(eq(uploads.id, id))
    .limit(1)
  if (!found) return undefined
  const isStored = uploadVariants({ id, ...found }).some(({ url }) => url === uploadAddress(address))
  if (!isStored) return undefined
  const name = fileName(found.name, address.width)
  const tag = `${id}-${address.width}`
  if (jpeg) return { type: 'image/jpeg', tag: `${tag}-jpeg`, open: () => openJpeg(ctx, name) }
  return { type: 'image/webp', tag, open: () => ctx.files.storage.get(name) }
}

/** The names of all files of pictures in the storage, but for the JPEGs, which are made from them when they are needed. */
export async function listStoredPictures(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: uploadFiles.name, width: uploadFiles.width })
    .from(uploadFiles)
    .where(isNotNull(uploadFiles.uploadId))
    .orderBy(asc(uploadFiles.name))
  return rows.flatMap(({ name, width }) =>
    uploadVariants({ id: '', width, height: 1 }).map((variant) => fileName(name, variant.width)),
  )
}

/**
 * Records which uploads a story uses, in its text and as its picture. Call it with every saved text of a story (draft,
 * revision, working copy), in the same transaction. Uses stay recorded as long as the story exists.
 */
export async function noteUploadUses(
  tx: Db,
  contentId: string,
  html: string,
  storyImage: string | null | undefined,
): Promise<void> {
  const ids = uploadIdsIn(`${html} ${storyImage ?? ''}`)
  if (ids.length === 0) return
  // Locked, so that they can't be deleted before the transaction ends.
  const existing = await tx
    .select({ uploadId: uploads.id })
    .from(uploads)
    .where(inArray(uploads.id, ids))
    .for('key share')
  if (existing.length === 0) return
  const rows = existing.map(({ uploadId }) => ({ uploadId, contentId }))
  await tx.insert(uploadUses).values(rows).onConflictDoNothing()
}

/** The ids of the uploaded pictures that an HTML text shows, each once. */
export function uploadIdsIn(html: string): string[] {
  return [...new Set([...html.matchAll(uploadAddresses)].map(([, id = '']) => id))]
}

/**
 * Whether an address is that of a stored picture, in one of its widths. It can't be deleted before the transaction ends.
 */
export async function holdUpload(tx: Db, url: string): Promise<boolean> {
  const address = parseUploadAddress(url)
  if (!address) return false
  const [found] = await tx
    .select({ id: uploads.id, width: uploads.width, height: uploads.height })
    .from(uploads)
    .where(eq(uploads.id, address.id))
    .for('key share')
  return found !== undefined && uploadVariants(found).some((variant) => variant.url === url)
}

async function store(ctx: SignedInContext, id: string, files: EncodedFile[]): Promise<UploadRow> {
  const largest = files.at(-1)
  if (!largest) throw new Error('A picture was encoded to nothing')
  const name = await putFiles(ctx, id, files)
  const now = ctx.now()
  const { width, height, bytes } = largest
  const row = { id, width, height, bytes: bytes.length, createdAt: now, sentAt: now }
  const isNew = await transaction(ctx.db, async (tx) => {
    const made = await tx.insert(uploads).values(row).onConflictDoNothing().returning({ id: uploads.id })
    const isFirst = made.length > 0
    if (isFirst) await tx.update(uploadFiles).set({ uploadId: id }).where(eq(uploadFiles.name, name))
    await markKnown(ctx, tx, id)
    return isFirst
  })
  // Someone else has sent the same picture at the same time. If this fails, the daily job removes the files.
  if (!isNew) await removeFiles(ctx, { name, width }).catch(() => undefined)
  return row
}

/** Adds the caller as an owner, and restarts the week of unused uploads; undefined if there is no such upload. */
async function markKnown(ctx: SignedInContext, tx: Db, id: string): Promise<UploadRow | undefined> {
  const now = ctx.now()
  const [row] = await tx.update(uploads).set({ sentAt: now }).where(eq(uploads.id, id)).returning()
  const owner = { uploadId: id, userId: ctx.actor.id, createdAt: now }
  if (row) await tx.insert(uploadOwners).values(owner).onConflictDoNothing()
  return row
}

/** Puts a picture's files into the storage. Records them in the database first, so that none is ever orphaned. */
async function putFiles(ctx: Context, id: string, files: readonly EncodedFile[]): Promise<string> {
  const name = `${id.slice(0, 2)}/${id}-${randomBytes(6).toString('hex')}`
  const { width = 0 } = files.at(-1) ?? {}
  await ctx.db.insert(uploadFiles).values({ name, width, createdAt: ctx.now() })
  try {
    for (const file of files) await ctx.files.storage.put(fileName(name, file.width), file.bytes, 'image/webp')
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
    const file = fileName(name, variant.width)
    await ctx.files.storage.delete(file)
    await ctx.files.storage.delete(jpegName(file))
  }
  await ctx.db.delete(uploadFiles).where(eq(uploadFiles.name, name))
}

function fileName(name: string, width: number): string {
  return `${name}-${width}.webp`
}

async function takeFromLimit(ctx: SignedInContext): Promise<void> {
  try {
    await ctx.limits.take('upload', ctx.actor.id)
  } catch (refusal) {
    if (!(refusal instanceof Problem) || refusal.code !== 'too_many_requests') throw refusal
    const { retryAfterSeconds } = refusal
    throw new Problem('too_many_requests', {
      detail: dayLimitSentence,
      ...(retryAfterSeconds && { retryAfterSeconds }),
    })
  }
}

/**
 * Makes the address of a picture on this site relative, so that its use is found, and the address survives a change of
 * the site's domain. Returns any other address as it is.
 */
export function relativeUploadUrl<T extends string | null | undefined>(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  address: T,
) {
  return address?.startsWith(`${publicUrl}/uploads/`) ? address.slice(publicUrl.length) : address
}
