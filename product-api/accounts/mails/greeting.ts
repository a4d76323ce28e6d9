/** The first line of an email; without a name if the address is not proven to be that person's. */
export function greeting(name: string): string {
  return name ? `Hello ${name},` : 'Hello,'
}
