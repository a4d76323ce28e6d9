/** Where an email's story is: the site, and the story's own absolute address. */
export type MailPlace = { publicUrl: string; url: string }

/** Where a link of a story leads from an email; undefined for one that an email can't have. */
export function mailLink(href: string, { url }: MailPlace): string | undefined {
  const absolute = /^[a-z]+:/i.test(href) ? href : URL.canParse(href, url) ? new URL(href, url).href : ''
  // Checked as written: email apps may read what a URL parser corrects (blanks, a missing slash) differently.
  const isPlain = /^(https?:\/\/[^\s/]|mailto:[^\s])\S*$/.test(absolute) && !/[\p{Cc}<>"\\]/u.test(absolute)
  return isPlain && URL.canParse(absolute) ? absolute : undefined
}

/** The page of an embedded video, where an email can lead to. */
export function videoPage(embed: string): { url: string; site: string } | undefined {
  const [, youTube] = /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{1,64})/.exec(embed) ?? []
  if (youTube) return { url: `https://www.youtube.com/watch?v=${youTube}`, site: 'YouTube' }
  const [, vimeo] = /^https:\/\/player\.vimeo\.com\/video\/(\d{1,20})/.exec(embed) ?? []
  return vimeo ? { url: `https://vimeo.com/${vimeo}`, site: 'Vimeo' } : undefined
}
