import { parseUploadAddress, type UploadAddress, uploadAddress } from './uploaded-pictures.ts'

// Pictures of our own as emails show them: JPEG, because Outlook for Windows shows no WebP.

/** The same picture, in the same size, as a JPEG. */
export function jpegAddress(upload: UploadAddress): string {
  return uploadAddress(upload).replace(/\.webp$/, '.jpg')
}

/** Reads an address of that form and no other. */
export function parseJpegAddress(url: string): UploadAddress | undefined {
  return url.endsWith('.jpg') ? parseUploadAddress(url.replace(/\.jpg$/, '.webp')) : undefined
}
