/** The key for an account and a client that tries to get into it. */
export function signInKey({ email, client }: { email: string; client: string }): string {
  return `${email} ${client}`
}

/** The key of an account and an address that its owner says is theirs. */
export function emailProofKey({ userId, email }: { userId: string; email: string }): string {
  return `${userId} ${email.toLowerCase()}`
}
