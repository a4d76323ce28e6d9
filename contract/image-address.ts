/**
 * The folders of this site that hold pictures. Any other path is a page or a call, and a browser would request it with
 * the reader's session.
 */
const pictureFolders = ['covers', 'uploads']
// Plain names only: dots or percent signs could lead a browser out of the folder (`/covers/%2e%2e/…`).
const ownPicture = new RegExp(`^/(?:${pictureFolders.join('|')})/(?:[\\w-]+/)*[\\w-]+\\.(?:avif|gif|jpe?g|png|webp)$`)
const foreignPicture = /^https?:\/\/[^\s\p{Cc}\p{Cs}\\<>"`{}|^]+$/iu

/** Whether an address is allowed for a picture: one on the web, or one of this site's own pictures. */
export function isImageAddress(url: string): boolean {
  return ownPicture.test(url) || (foreignPicture.test(url) && URL.canParse(url))
}
