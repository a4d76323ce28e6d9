import { webEnv } from '#lib/env.ts'

/** Whether signing in with Google is set up; its button says so if it is not. */
export function isGoogleConfigured(): boolean {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = webEnv()
  return Boolean(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET)
}
