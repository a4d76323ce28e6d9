import { hash } from '@node-rs/argon2'

/** Argon2id as OWASP's password storage guidance has it: 19 MiB, two passes, one lane. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}
