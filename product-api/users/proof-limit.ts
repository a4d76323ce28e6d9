/** The key of an account and an address that its owner says is theirs. */
export function proofKeyOf({ userId, email }: { userId: string; email: string }): string {
  return `${userId} ${email.toLowerCase()}`
}
