import { askServer } from './ask-server.ts'

/**
 * Whether readers find a page of this site at a path, not only the signed-in person; if unknown, they do.
 */
export async function isAtOwnPath(path: string): Promise<boolean> {
  try {
    return (await askServer(path, { method: 'HEAD', credentials: 'omit' })).status !== 404
  } catch {
    return true
  }
}
