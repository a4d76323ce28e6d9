/** Headers that proxies add: RFC 9110 (7.6.3), RFC 7239, RFC 8586, and older names. */
const ofProxies = /^(?:via|forwarded|cdn-loop|x-real-ip|x-forwarded(?:-.+)?)$/

/** Whether a request came through a proxy. `names`: its header names in lower case. */
export function isForwarded(names: Iterable<string>): boolean {
  return Iterator.from(names).some((name) => ofProxies.test(name))
}
