// The log-in link returns to the current page, even before its own script has loaded.
addEventListener(
  'click',
  ({ target }) => {
    const link = target.closest?.('a[href="/users/login"]')
    if (link && location.pathname !== '/')
      link.search = new URLSearchParams({ next: location.pathname + location.search })
  },
  true,
)
