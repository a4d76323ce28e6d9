// Saved stories without a connection (docs/decisions/036-offline-reading.md). It touches two things only: opening a page,
// where the network always comes first, and the files of kept copies under /offline/. Everything else passes it by.

const cachePrefix = 'saved-stories:'
const listKey = '/offline/list.json'
const mostStories = 100
const mostBytes = 50 * 1024 * 1024
const syncEveryMs = 60 * 60_000
const pageSize = 30
/** Sign-ins (Google's comes back by GET) and log-outs. */
const personChanges = /^\/api\/auth\/callback\/|\/log(?:in|out)$/
const storyPath = /^\/article\/([^/.]+)$/
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([registration.navigationPreload?.enable(), clients.claim()]))
})

addEventListener('message', (event) => {
  const { kind, userId } = event.data ?? {}
  if (kind === 'sync') event.waitUntil(inTurn(() => sync(userId)).then(tellPages))
  if (kind === 'forget') event.waitUntil(inTurn(forget))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  // The next person to sign in or out may be another one. For the same person, the stories are fetched again.
  const isCall = request.method !== 'GET' || pathname.startsWith('/api/')
  if (isCall && personChanges.test(pathname)) event.waitUntil(inTurn(forget))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(openPage(event, pathname))
  else if (pathname.startsWith('/offline/')) event.respondWith(keptFile(pathname))
})

/** The network's answer, whatever it is; only without one, the kept copy. */
async function openPage(event, pathname) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(inTurn(() => lookAfter(pathname, answer.status)))
    return answer
  } catch (fault) {
    // What is loaded ahead may be shown when there is a network again.
    const isAhead = /prefetch/.test(event.request.headers?.get('sec-purpose') ?? '')
    const cache = isAhead ? undefined : await usableCache()
    if (!cache) throw fault
    const slug = storyPath.exec(pathname)?.[1]
    return (slug && (await cache.match(`/article/${slug}`))) || (await listPage(cache))
  }
}

/** After a page was opened over the network: the copies are updated. */
async function lookAfter(pathname, status) {
  const cache = await usableCache()
  if (!cache) return
  const list = await readList(cache)
  const slug = storyPath.exec(pathname)?.[1]
  const story = list.stories.find((one) => one.slug === slug)
  if (story && (status === 404 || status === 410)) {
    await cache.delete(`/article/${slug}`)
    await writeList(cache, { ...list, stories: list.stories.filter((one) => one !== story) })
  } else if (Date.now() - list.syncedAt > syncEveryMs) {
    await sync(list.userId)
  } else if (story && status === 200) {
    await refresh(cache, list, story)
  }
}

/** Keeps this person's saved stories, as the server lists them now, and nothing else. */
async function sync(userId) {
  if (typeof userId !== 'string' || !/^[\w-]{1,64}$/.test(userId) || !(await isMaybeSignedIn())) return forget()
  const saved = await savedStories(userId)
  if (saved === 'not yours') return forget()
  if (!saved) return
  const others = (await ourCaches()).filter((name) => name !== cachePrefix + userId)
  await Promise.all(others.map((name) => caches.delete(name)))
  const cache = await openCache(userId)
  const before = (await readList(cache)).stories
  const list = { userId, syncedAt: Date.now(), stories: [] }
  let bytes = 0
  try {
    await keepFrame(cache)
    for (const { slug, title, author_name } of saved) {
      const known = before.find((one) => one.slug === slug)
      const story = await keepStory(cache, slug, known)
      if (!story) continue
      bytes += story.bytes
      if (bytes > mostBytes) break
      list.stories.push({ ...story, title, author: author_name })
    }
  } catch (fault) {
    // The device is full, or the network went away: everything stored so far is complete.
    if (fault?.name !== 'QuotaExceededError') {
      const names = list.stories.map((one) => one.slug)
      list.stories.push(...before.filter((one) => !names.includes(one.slug) && saved.some((s) => s.slug === one.slug)))
    }
  }
  // First, so that there is room for the list.
  await dropUnused(cache, list)
  await writeList(cache, list)
}

/** The last saved first. `not yours`: the session has ended or is another person's. Undefined: no answer. */
async function savedStories(userId) {
  const stories = []
  let url = `/api/bookmarks/user/${userId}?limit=${pageSize}`
  while (url && stories.length < mostStories) {
    const answer = await fetch(url, { credentials: 'same-origin', cache: 'no-store' }).catch(() => undefined)
    if (answer && [401, 403, 404].includes(answer.status)) return 'not yours'
    if (!answer?.ok) return undefined
    stories.push(...(await answer.json()))
    url = /<([^>]+)>;\s*rel="?next"?/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return stories.slice(0, mostStories)
}

/** A copy that is still the newest stays as it is; undefined if the story is not public. */
async function keepStory(cache, slug, known) {
  const path = `/article/${slug}`
  const answer = await publicPage(path)
  if (!answer) return undefined
  const etag = answer.headers.get('etag')
  if (known && etag && known.etag === etag && (await cache.match(path))) return known
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date())
  const copy = makeCopy(await answer.text(), `This copy of the story is from ${today}.`)
  const { files, bytes } = await keepFiles(cache, copy.files)
  const body = new Blob([copy.html])
  await cache.put(path, page(body))
  return { slug, etag, files, bytes: body.size + bytes }
}

async function refresh(cache, list, story) {
  const newer = await keepStory(cache, story.slug, story).catch(() => story)
  if (newer === story) return
  const stories = list.stories.flatMap((one) => (one === story ? (newer ? [{ ...one, ...newer }] : []) : [one]))
  if (!newer) await cache.delete(`/article/${story.slug}`)
  await writeList(cache, { ...list, stories })
}

/** The page that the list of saved stories is shown in. */
async function keepFrame(cache) {
  const answer = await publicPage('/offline')
  if (!answer) return
  const copy = makeCopy(await answer.text(), '')
  const { files } = await keepFiles(cache, copy.files)
  await cache.put('/offline', page(copy.html, { 'x-files': JSON.stringify(files) }))
}

/** Fetches a page without cookies, as a stranger sees it: a draft or a private view can't come. */
async function publicPage(path) {
  const answer = await fetch(path, { credentials: 'omit', cache: 'no-cache', redirect: 'error' })
  const [rule, type] = ['cache-control', 'content-type'].map((name) => answer.headers.get(name) ?? '')
  const isForEverybody = /\bpublic\b/.test(rule) && !/private|no-store/.test(rule)
  return answer.status === 200 && isForEverybody && type.startsWith('text/html') ? answer : undefined
}

/** The page as it can be read by itself: without Next's scripts, its own files under /offline/. */
function makeCopy(text, said) {
  const files = new Set()
  const moved = (address) => {
    const [path] = address.replaceAll('&amp;', '&').split('?')
    files.add(path)
    return `/offline${path}`
  }
  const notice = said && `<p class="offline-notice" role="note">You’re offline. ${said}</p>`
  const html = text
    .replace(/<script\b([^>]*)>[\s\S]*?<\/script>/gi, (_, given) => {
      const own = /\ssrc="(\/page-[\w-]+\.js)"/.exec(given)?.[1]
      return own ? `<script src="${moved(own)}"></script>` : ''
    })
    .replace(/<noscript\b[\s\S]*?<\/noscript>|<source\b[^>]*>/gi, '')
    .replace(/<link\b[^>]*>/gi, (tag) => {
      if (!/\srel="(?:stylesheet|preload)"/.test(tag) || /\sas="(?:script|image)"/.test(tag)) return ''
      return tag.replace(/\shref="(\/[^"/][^"]*)"/, (_, path) => ` href="${moved(path)}"`)
    })
    .replace(/<img\b[^>]*>/gi, (tag) =>
      tag
        .replace(/\s(?:srcset|sizes)="[^"]*"/gi, '')
        .replace(/\ssrc="(\/[^"/][^"]*)"/, (_, path) => ` src="${moved(path)}"`),
    )
    .replace(/<html\b/i, '<html data-offline=""')
    .replace(/<main\b[^>]*>/i, (tag) => tag + notice)
  return { html, files: [...files] }
}

/** Keeps files, and the fonts that style sheets name. What can't be had is left out: the story is read without it. */
async function keepFiles(cache, paths) {
  const files = new Set(paths)
  let bytes = 0
  for (const path of files) {
    const file = await keptOrFetched(cache, path)
    if (!file) continue
    bytes += file.size
    if (!path.endsWith('.css')) continue
    for (const [, font] of (await file.text()).matchAll(/url\(["']?([^"')]+\.woff2)["']?\)/g)) {
      files.add(new URL(font, new URL(path, location.origin)).pathname)
    }
  }
  return { files: [...files], bytes }
}

async function keptOrFetched(cache, path) {
  const key = `/offline${path}`
  const kept = await cache.match(key)
  // Files are never changed under their names.
  if (kept) return kept.blob()
  const answer = await fetch(path, { credentials: 'omit' }).catch(() => undefined)
  if (!answer?.ok || answer.redirected || /private|no-store/.test(answer.headers.get('cache-control') ?? '')) return
  const file = await answer.blob()
  await cache.put(key, new Response(file, { headers: { 'content-type': answer.headers.get('content-type') ?? '' } }))
  return file
}

/** Files of stories that have gone go too. */
async function dropUnused(cache, { stories }) {
  const frame = await cache.match('/offline')
  const files = [...JSON.parse(frame?.headers.get('x-files') ?? '[]'), ...stories.flatMap((story) => story.files)]
  const used = new Set([
    listKey,
    '/offline',
    ...files.map((file) => `/offline${file}`),
    ...stories.map(({ slug }) => `/article/${slug}`),
  ])
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!used.has(pathname + search)) await cache.delete(request)
  }
}

/** "You're offline", and the stories that can still be read. */
async function listPage(cache) {
  const frame = await cache.match('/offline')
  const { stories } = await readList(cache)
  const rows = stories.map(
    ({ slug, title, author }) =>
      `<li><a href="/article/${encodeURIComponent(decodeURIComponent(slug))}">${escaped(title)}</a>${author ? `<span>${escaped(author)}</span>` : ''}</li>`,
  )
  const said = stories.length
    ? `<p>These saved stories are on this device:</p><ul>${rows.join('')}</ul>`
    : '<p>No saved stories are on this device.</p>'
  const main = `<div class="offline-list"><h1>You’re offline.</h1>${said}<p><a href="">Try again</a></p></div>`
  const html = frame
    ? (await frame.text())
        .replace(/(<main\b[^>]*>)[\s\S]*(<\/main>)/i, (_, start, end) => start + main + end)
        .replace(/<title>[^<]*<\/title>/i, '<title>You’re offline</title>')
    : `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>You’re offline</title><main>${main}</main></html>`
  return page(html, {}, 503)
}

async function keptFile(pathname) {
  const cache = await usableCache()
  return (await cache?.match(pathname)) ?? new Response('There is no such file.', { status: 404 })
}

function page(body, headers = {}, status = 200) {
  return new Response(body, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...headers },
  })
}

/** The one person's cache; without the session's hint, it is dropped. */
async function usableCache() {
  const [name] = await ourCaches()
  if (!name) return undefined
  if (await isMaybeSignedIn()) return openCache(name.slice(cachePrefix.length))
  await forget()
  return undefined
}

/** If a browser's workers can't read cookies, the next call finds out. */
async function isMaybeSignedIn() {
  if (!self.cookieStore) return true
  return (await cookieStore.get('signed_in'))?.value === '1'
}

function openCache(userId) {
  return caches.open(`saved-stories:${userId}`)
}

async function ourCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
}

/** Everything is removed, the worker too: a signed-out person has none. */
async function forget() {
  for (const name of await ourCaches()) await caches.delete(name)
  await registration.unregister()
}

async function readList(cache) {
  const kept = await cache.match(listKey)
  return kept ? kept.json() : { userId: undefined, syncedAt: 0, stories: [] }
}

async function writeList(cache, list) {
  await cache.put(listKey, Response.json(list))
}

async function tellPages() {
  for (const client of await clients.matchAll()) client.postMessage({ kind: 'synced' })
}

function escaped(text) {
  return String(text ?? '').replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])
}

/** One change after the other: two of them would write the same list. */
let last = Promise.resolve()
function inTurn(task) {
  last = last.then(task, task)
  return last
}
