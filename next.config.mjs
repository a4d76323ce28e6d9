import { availableMb } from './runtime/available-memory.ts'

const feedFile = ':file(feed\\.xml|atom\\.xml|feed\\.json)'
const forADay = 'public, max-age=86400, stale-while-revalidate=604800'

/** @param {string} source @param {Record<string, string>} headers */
const withHeaders = (source, headers) => ({
  source,
  headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
})

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
  experimental: {
    isrFlushToDisk: false,
    turbopackCjsTreeShaking: true,
    // Makes the handful of static pages in one worker: by default each core but one has its own, of 90 MB.
    cpus: 1,
    // Keeps a cache for the next build where there is room for it, and where there will be one: it takes 160 MB and 10 s.
    turbopackFileSystemCacheForBuild: !process.env.CI && availableMb() >= 2_048,
  },
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
      withHeaders('/speculation-rules.json', {
        'Content-Type': 'application/speculationrules+json',
        'Cache-Control': forADay,
      }),
      withHeaders('/covers/:path*', { 'Cache-Control': forADay }),
      withHeaders('/icons/:path*', { 'Cache-Control': 'public, max-age=86400' }),
      // A worker obeys the policy that its own file came with; what it fetches is ours alone.
      withHeaders('/service-worker.js', {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
      }),
    ]
  },
}

export default nextConfig
