/**
 * Of this site only what lies in these folders is a picture: any other path is a page or a call, and would be asked for
 * with the reader's session.
 */
const pictureFolders = ['covers', 'uploads']
// One plain name after another: with dots or percent signs a browser reads its way out of the folder (`/covers/%2e%2e/…`).
const ownPicture = new RegExp(`^/(?:${pictureFolders.join('|')})/(?:[\\w-]+/)*[\\w-]+\\.(?:avif|gif|jpe?g|png|webp)$`)
const foreignPicture = /^https?:\/\/[^\s\p{Cc}\p{Cs}\\<>"`{}|^]+$/iu

/** Whether an address is allowed for a picture: one on the web, or one of this site's own pictures. */
export function isImageAddress(url: string): boolean {
  return ownPicture.test(url) || (foreignPicture.test(url) && URL.canParse(url))
}
