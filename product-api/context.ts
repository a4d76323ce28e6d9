import type { ChangeSignal } from './changes/signal.ts'
import type { Db } from './db/client.ts'

/** Who makes a call: somebody with a session. */
export type Actor = { id: string; role: 'user' | 'admin'; name: string; email: string }

/** What every service works with; nothing is a hidden singleton. */
export type Context = {
  db: Db
  now: () => Date
  productName: string
  /** Told after a commit that changed something public. */
  changed: ChangeSignal
  actor?: Actor
}
