/** The first line of a mail; without a name where the address is not proven to be that person's. */
export function greeting(name: string): string {
  return name ? `Hello ${name},` : 'Hello,'
}
