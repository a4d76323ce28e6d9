/** Sites where a story can be shared by a plain link. */
export function shareTargets(title: string, url: string): { name: string; href: string }[] {
  const [text, link] = [encodeURIComponent(title), encodeURIComponent(url)]
  return [
    { name: 'Mastodon', href: `https://share.joinmastodon.org/#text=${text}%20${link}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${link}` },
    { name: 'X', href: `https://x.com/intent/post?text=${text}&url=${link}` },
    { name: 'Email', href: `mailto:?subject=${text}&body=${link}` },
  ]
}
