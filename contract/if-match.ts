const quoted = /^(?:W\/)?"?(\d{1,9})"?$/

/**
 * The version that an If-Match header names (RFC 9110, section 13.1.1), as `"5"` or as `5`; undefined if it names none
 * in particular, NaN if it is not a version.
 */
export function versionOfHeader(ifMatch: string | null): number | undefined {
  const given = ifMatch?.trim()
  if (!given || given === '*') return undefined
  return Number(quoted.exec(given)?.[1] ?? Number.NaN)
}
