// The log-in link returns to the current page, even before its own script has loaded; in a new tab this page stays open.
addEventListener(
  'click',
  ({ target }) => {
    const link = target.closest?.('a[href="/users/login"]:not([target])')
    if (link && location.pathname !== '/')
      link.search = new URLSearchParams({ next: location.pathname + location.search })
  },
  true,
)
