const feedFile = ':file(feed\\.xml|atom\\.xml|feed\\.json)'

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  // The page cache compresses once per fill; compressing here as well would only cost.
  compress: false,
  reactStrictMode: true,
  // One answer is kept for everybody, so metadata goes into the head for every client and not only for bots.
  htmlLimitedBots: /.*/,
  images: { unoptimized: true },
  // `npm run check` runs tsc over everything; the build need not do it again.
  typescript: { ignoreBuildErrors: true },
  experimental: { isrFlushToDisk: false, turbopackCjsTreeShaking: true },
  async rewrites() {
    return {
      beforeFiles: [
        { source: `/${feedFile}`, destination: '/feeds/all/-/:file' },
        { source: `/books/${feedFile}`, destination: '/feeds/category/book_summary/:file' },
        { source: '/podcasts/feed.xml', destination: '/feeds/podcasts/-/feed.xml' },
        { source: `/newsletters/${feedFile}`, destination: '/feeds/newsletters/-/:file' },
        { source: `/articles/:name/${feedFile}`, destination: '/feeds/category/:name/:file' },
        { source: `/publication/:name/${feedFile}`, destination: '/feeds/publication/:name/:file' },
        { source: `/profile/:name/${feedFile}`, destination: '/feeds/author/:name/:file' },
        { source: '/article/:slug.md', destination: '/markdown/:slug' },
        { source: '/.well-known/:file(change-password|security\\.txt)', destination: '/well-known/:file' },
      ],
      afterFiles: [],
      fallback: [],
    }
  },
  async headers() {
    return [
      {
        // It stands before the first paint: what is kept is used at once, and looked after meanwhile.
        source: '/theme.js',
        headers: [{ key: 'Cache-Control', value: 'public, max-age=300, stale-while-revalidate=604800' }],
      },
      {
        source: '/speculation-rules.json',
        headers: [
          { key: 'Content-Type', value: 'application/speculationrules+json' },
          { key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' },
        ],
      },
      {
        source: '/covers/:path*',
        headers: [{ key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' }],
      },
      { source: '/icons/:path*', headers: [{ key: 'Cache-Control', value: 'public, max-age=86400' }] },
      {
        // A worker obeys the policy that its own file came with; what it fetches is ours alone.
        source: '/service-worker.js',
        headers: [
          { key: 'Cache-Control', value: 'no-cache' },
          { key: 'Content-Security-Policy', value: "default-src 'none'; connect-src 'self'" },
        ],
      },
    ]
  },
}

export default nextConfig
