// Reports a prefetched story as read when it is shown, and the page before it: the server saw only a prefetch.
const [arrival] = performance.getEntriesByType('navigation')
const early = arrival?.deliveryType === 'navigational-prefetch' || arrival?.activationStart > 0
if (location.pathname.startsWith('/article/') && (document.prerendering || early)) {
  // After the frame that shows it, to not delay it.
  const count = () =>
    requestAnimationFrame(() => setTimeout(() => navigator.sendBeacon(`/reads${location.pathname}`, document.referrer)))
  if (document.prerendering) document.addEventListener('prerenderingchange', count, { once: true })
  else count()
}
