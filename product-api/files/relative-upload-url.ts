import type { Context } from '#platform/context.ts'

/**
 * A picture's address as it is kept: one of this site without the site in front, however it was copied. So it is known to be
 * in use, and goes along when the site moves. Anything else stays as it is.
 */
export function byPath<T extends string | null | undefined>({ publicUrl }: Pick<Context, 'publicUrl'>, address: T) {
  return address?.startsWith(`${publicUrl}/uploads/`) ? address.slice(publicUrl.length) : address
}
