/** Where the story was published first; search engines are sent there. */
export function FirstPublished({ url }: { url: string }) {
  const host = hostOf(url)
  if (!host) return null
  return (
    <p className="text-small text-faint">
      First published at{' '}
      <a href={url} rel="noopener" className="wrap-anywhere text-soft underline underline-offset-2 hover:text-ink">
        {host}
      </a>
    </p>
  )
}

function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, host } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : undefined
}
