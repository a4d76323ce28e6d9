/** A path parameter as it is meant: Next hands it over still percent-encoded. */
export function decodedParam(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A query parameter that is expected once; if it is repeated, the first counts. */
export function oneValue(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value) || undefined
}

export type SearchParams = Promise<Record<string, string | string[] | undefined>>
