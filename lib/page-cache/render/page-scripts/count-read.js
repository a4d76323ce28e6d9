// Reports a prefetched story as read when it is shown: the server saw only a prefetch.
{
  const [arrival] = performance.getEntriesByType('navigation')
  const isStory = location.pathname.startsWith('/article/')
  const isPrerendered = document.prerendering || arrival?.activationStart > 0
  if (isStory && (isPrerendered || arrival?.deliveryType === 'navigational-prefetch')) {
    // After the frame that shows it, to not delay it.
    const count = () =>
      requestAnimationFrame(() => setTimeout(() => navigator.sendBeacon(`/reads${location.pathname}`)))
    if (document.prerendering) document.addEventListener('prerenderingchange', count, { once: true })
    else count()
  }
}
