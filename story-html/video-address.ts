const youTubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'])
const youTubeId = /^[\w-]{6,64}$/
const vimeoId = /^\d{1,20}$/

/** Said to a writer whose address is no video's. */
export const videoRefusal =
  'Please give the address of a video on YouTube or Vimeo, such as https://www.youtube.com/watch?v=….'

/**
 * The address by which a video of YouTube or Vimeo is embedded, made from that of its page; undefined for any other. A
 * start time of YouTube is kept, and the key of an unlisted video of Vimeo.
 */
export function videoAddress(page: string): string | undefined {
  const written = page.trim()
  const address = /^https?:\/\//i.test(written) ? written : `https://${written}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const host = url.hostname.toLowerCase()
  if (host === 'youtu.be') return youTube(url.pathname.slice(1), url)
  if (youTubeHosts.has(host)) {
    const [, kind, id = ''] = url.pathname.split('/')
    if (kind === 'watch') return youTube(url.searchParams.get('v') ?? '', url)
    return kind && ['embed', 'shorts', 'live', 'v'].includes(kind) ? youTube(id, url) : undefined
  }
  return vimeoHosts.has(host) ? vimeo(url) : undefined
}

function youTube(id: string, url: URL): string | undefined {
  if (!youTubeId.test(id)) return undefined
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return `https://www.youtube.com/embed/${id}${start ? `?start=${start}` : ''}`
}

/** `90`, `90s` and `1m30s` are the same. */
function seconds(time: string): number {
  const [, hours = 0, minutes = 0, rest = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? []
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest)
}

function vimeo(url: URL): string | undefined {
  const parts = url.pathname.split('/').filter(Boolean)
  const at = parts.findIndex((part) => vimeoId.test(part))
  const id = parts[at]
  if (!id) return undefined
  const key = url.searchParams.get('h') ?? parts[at + 1] ?? ''
  return `https://player.vimeo.com/video/${id}${/^[0-9a-f]{6,20}$/.test(key) ? `?h=${key}` : ''}`
}
