// The link to the log-in leads back to where one is, also before its own script is there.
addEventListener(
  'click',
  ({ target }) => {
    const link = target.closest?.('a[href="/users/login"]')
    if (link && location.pathname !== '/')
      link.search = new URLSearchParams({ next: location.pathname + location.search })
  },
  true,
)
