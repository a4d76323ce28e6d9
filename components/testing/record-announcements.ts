/** The texts that the live regions below an element have had since then, as screen readers announce them. */
export function recordAnnouncements(root: HTMLElement): string[] {
  const heard: string[] = []
  const observer = new MutationObserver(() => {
    for (const region of root.querySelectorAll('[role=status], [aria-live=polite]')) {
      const text = region.textContent ?? ''
      if (text && !heard.includes(text)) heard.push(text)
    }
  })
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  return heard
}
