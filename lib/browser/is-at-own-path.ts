import { askServer } from './ask-server.ts'

/** Whether this site has a page at a path; where nobody can say, it has. */
export async function isAtOwnPath(path: string): Promise<boolean> {
  try {
    return (await askServer(path, { method: 'HEAD' })).status !== 404
  } catch {
    return true
  }
}
