import { parseBuffer } from 'music-metadata'
import type { Podcast, PodcastJob } from '#contract/podcasts.ts'
import { api, mails as doJobs, get, send, withApi } from '#testing/api.ts'
import { anAdmin, anAuthor } from '#testing/factories.ts'
import { listenToVoice } from '#testing/listen-to-voice.ts'
import { eventually, runWorker } from '#testing/run-worker.ts'
import { keptFiles, removeKeptFiles } from '#testing/uploads.ts'
import { forgetUnusedSpeech } from './recording/audio-files.ts'
import { speakPodcast } from './recording/speak-podcast.ts'

withApi()
afterEach(removeKeptFiles)

const text = '# The harbour\n\nMr. Hall went out at 10:30. “Why?” she asked.\n\n# The sea\n\nNobody knew.'
const dayMs = 24 * 60 * 60 * 1_000

async function begin(as: string, body: object = { text }): Promise<PodcastJob> {
  return (await send('POST', '/podcasts', { as, body })).json() as Promise<PodcastJob>
}

async function aPodcast(as: string, body?: object): Promise<Podcast> {
  const { fileName } = await begin(as, body)
  await doJobs()
  const found = (await list(as)).find((podcast) => podcast.fileName === fileName)
  if (!found) throw new Error('It did not become ready')
  return found
}

const list = async (as: string) => (await (await get('/podcasts', { as })).json()) as Podcast[]
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())

describe('POST /podcasts', () => {
  test('reads a text aloud: an MP3 with its title, its headings as chapters and its length', async () => {
    const { id: as } = await anAdmin()
    const response = await send('POST', '/podcasts', { as, body: { text } })
    expect(response.status).toBe(202)
    const job = (await response.json()) as PodcastJob
    expect(job).toMatchObject({ state: 'waiting', title: 'The harbour', sentences: 0, url: null })
    await doJobs()
    const [podcast] = (await list(as)) as [Podcast]
    expect(podcast).toMatchObject({ id: job.id, title: 'The harbour', is_public: false, story: null })
    expect(podcast.fileName).toMatch(/^the-harbour-[0-9a-f]{8}\.mp3$/)
    const bytes = await bytesOf(podcast.url)
    expect(bytes.length).toBe(podcast.bytes)
    const { format, common, native } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true })
    expect(format).toMatchObject({ codec: 'MPEG 2 Layer 3', codecProfile: 'CBR', numberOfChannels: 1 })
    expect(Math.abs((format.duration ?? 0) * 1_000 - podcast.duration_ms)).toBeLessThan(5)
    expect(podcast.duration_ms).toBeGreaterThan(4_000)
    expect(common).toMatchObject({ title: 'The harbour', artist: 'Bytewise' })
    const frames = Object.values(native).flat()
    expect(frames.filter(({ id }) => id === 'CHAP')).toHaveLength(2)
    expect(frames.find(({ id }) => id === 'TLEN')?.value).toBe(String(podcast.duration_ms))
  })

  test('has a transcript whose times follow one another to the end', async () => {
    const { id: as } = await anAdmin()
    const podcast = await aPodcast(as)
    const response = await get(podcast.transcript)
    expect(response.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    const written = await response.text()
    expect(written).toMatch(/^WEBVTT\n\n1\n00:00:00\.000 --> 00:00:0\d\.\d{3}\nThe harbour\n/)
    expect(written).toContain('\n“Why?” she asked.\n')
    const times = [...written.matchAll(/(\d\d):(\d\d):(\d\d\.\d{3})/g)].map(
      ([, h, m, s]) => Number(h) * 3_600 + Number(m) * 60 + Number(s),
    )
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect((times.at(-1) ?? 0) * 1_000).toBeLessThanOrEqual(podcast.duration_ms)
  })

  test('reports its progress, and accepts a title', async () => {
    const { id: as } = await anAdmin()
    const { id } = await begin(as, { text: 'One. Two. Three.', title: 'Counting' })
    await doJobs()
    const job = (await (await get(`/podcasts/jobs/${id}`, { as })).json()) as PodcastJob
    expect(job).toMatchObject({ state: 'done', title: 'Counting', sentences: 3, sentences_done: 3, failure: null })
    expect(job.spoken_ms).toBeGreaterThan(1_000)
    expect(job.url).toMatch(/^\/audio\//)
  })

  test.each([
    [{ text: '' }, 400, 'Please enter the text to read aloud.'],
    [{ text: ' \n ' }, 400, 'Please enter the text to read aloud.'],
    [{}, 400, 'Please enter the text to read aloud.'],
    [{ text: 'a'.repeat(100_001) }, 400, 'A text has at most 100,000 characters.'],
    [
      { text: '日本語の文章です。' },
      422,
      'The voice reads only English, and less than half of this text is in Latin letters.',
    ],
    [{ text: '😀 … !' }, 422, 'There’s nothing in this text that can be read aloud.'],
  ])('refuses what it cannot read aloud (%#)', async (body, status, sentence) => {
    const { id: as } = await anAdmin()
    const response = await send('POST', '/podcasts', { as, body })
    expect(response.status).toBe(status)
    expect((await response.json()).fields).toEqual({ text: sentence })
    expect(await (await get('/podcasts/jobs', { as })).json()).toEqual([])
  })

  test('answers 429 beyond 120 in an hour', async () => {
    const { id: as } = await anAdmin()
    for (let taken = 0; taken < 120; taken++) await api().context.limits.take('podcast', as)
    expect((await send('POST', '/podcasts', { as, body: { text } })).status).toBe(429)
  })
})

describe('POST /podcasts/generate-podcast', () => {
  test('answers the url once the sound is ready', async () => {
    const { id: as } = await anAdmin()
    const asked = send('POST', '/podcasts/generate-podcast', { as, body: { text: 'Hello there.' } })
    await runWorker({ 'speak-podcast': speakPodcast })
    const answer = await (await asked).json()
    expect(answer).toEqual({ url: expect.stringMatching(/^\/audio\/[0-9a-f]{32}\.mp3$/), fileName: expect.any(String) })
    expect((await bytesOf(answer.url)).length).toBeGreaterThan(1_000)
  })

  test('stops waiting when the client disconnects, and still reads the text aloud', async () => {
    const { id: as } = await anAdmin()
    const gone = new AbortController()
    const body = { text: 'Hello there.' }
    const asked = send('POST', '/podcasts/generate-podcast', { as, body, signal: gone.signal })
    await eventually(async () => (await (await get('/podcasts/jobs', { as })).json()).length === 1)
    gone.abort()
    expect((await asked).status).toBe(503)
    await doJobs()
    expect(await list(as)).toHaveLength(1)
  })
})

test('reuses spoken sentences: of an edited text only the changes are spoken', async () => {
  const { id: as } = await anAdmin()
  const spoken = listenToVoice()
  await aPodcast(as, { text: 'The first one. The second one.' })
  await aPodcast(as, { text: 'The first one. Another one. The second one.' })
  expect(spoken).toEqual(['The first one.', 'The second one.', 'Another one.'])
})

test('a text of more than three hours fails with a sentence', async () => {
  const { id: as } = await anAdmin()
  const { id } = await begin(as, { text: 'Hi! '.repeat(24_000) })
  await doJobs()
  const job = (await (await get(`/podcasts/jobs/${id}`, { as })).json()) as PodcastJob
  expect(job).toMatchObject({
    state: 'failed',
    failure: 'This would take longer than three hours to read aloud. Please shorten the text.',
  })
})

describe('an unfinished job', () => {
  test('is cancelled between two sentences, and continues from there', async () => {
    const { id: as } = await anAdmin()
    const { context } = api()
    const { voice } = context
    const { id } = await begin(as, { text: 'One. Two. Three.' })
    const spoken: string[] = []
    context.voice = {
      ...voice,
      speak: async (words, options) => {
        spoken.push(words)
        if (spoken.length === 2) expect((await send('POST', `/podcasts/jobs/${id}/cancel`, { as })).status).toBe(200)
        return voice.speak(words, options)
      },
    }
    try {
      await doJobs()
      const [job] = (await (await get('/podcasts/jobs', { as })).json()) as [PodcastJob]
      expect(job).toMatchObject({ state: 'cancelled', url: null })
      expect((await send('POST', `/podcasts/jobs/${id}/cancel`, { as })).status).toBe(409)
      expect((await send('POST', `/podcasts/jobs/${id}/retry`, { as })).status).toBe(200)
      await doJobs()
    } finally {
      context.voice = voice
    }
    expect(spoken).toEqual(['One.', 'Two.', 'Three.'])
    expect((await list(as)).map(({ id: ready }) => ready)).toEqual([id])
    expect((await send('POST', `/podcasts/jobs/${id}/retry`, { as })).status).toBe(409)
  })

  test('reports why it failed, and can be retried or deleted', async () => {
    const { id: as } = await anAdmin()
    const { context } = api()
    const { storage } = context.files
    const { id } = await begin(as)
    const { StorageUnavailable } = await import('#files/storage.ts')
    context.files.storage = { ...storage, put: async () => Promise.reject(new StorageUnavailable(new Error('ENOSPC'))) }
    try {
      await doJobs()
    } finally {
      context.files.storage = storage
    }
    const job = (await (await get(`/podcasts/jobs/${id}`, { as })).json()) as PodcastJob
    expect(job).toMatchObject({
      state: 'failed',
      failure: 'The audio couldn’t be saved: the disk is full, or the storage isn’t responding.',
    })
    expect((await send('DELETE', `/podcasts/jobs/${id}`, { as })).status).toBe(200)
    expect((await get(`/podcasts/jobs/${id}`, { as })).status).toBe(404)
    expect((await send('POST', `/podcasts/jobs/${id}/retry`, { as })).status).toBe(404)
  })

  test('is neither started twice nor deleted while it runs', async () => {
    const { id: as } = await anAdmin()
    const { id } = await begin(as)
    expect((await send('POST', `/podcasts/jobs/${id}/retry`, { as })).status).toBe(409)
    expect((await send('DELETE', `/podcasts/jobs/${id}`, { as })).status).toBe(409)
  })

  test('speaks a sentence again whose file is missing', async () => {
    const { id: as } = await anAdmin()
    await aPodcast(as, { text: 'Only one sentence.' })
    const { rows } = await api().pool.query('select key from speech_segments')
    const key = rows[0].key as string
    await api().context.files.storage.delete(`speech/${key.slice(0, 2)}/${key}.mp3`)
    await begin(as, { text: 'Only one sentence.' })
    await expect(doJobs()).rejects.toThrow('The file of a spoken sentence is missing')
    const { rows: left } = await api().pool.query('select 1 from speech_segments')
    expect(left).toEqual([])
  })
})

describe('PUT /podcasts/:fileName', () => {
  test('changes the words and whether it is public', async () => {
    const { id: as } = await anAdmin()
    const { fileName } = await aPodcast(as)
    const body = { title: 'Another', description: 'About it.', is_public: true }
    const changed = await (await send('PUT', `/podcasts/${fileName}`, { as, body })).json()
    expect(changed).toMatchObject({ fileName, title: 'Another', description: 'About it.', is_public: true })
    const hidden = await (await send('PUT', `/podcasts/${fileName}`, { as, body: { is_public: false } })).json()
    expect(hidden).toMatchObject({ title: 'Another', is_public: false })
  })

  test('refuses an empty title, and a name that is none', async () => {
    const { id: as } = await anAdmin()
    const { fileName } = await aPodcast(as)
    const response = await send('PUT', `/podcasts/${fileName}`, { as, body: { title: ' ' } })
    expect([response.status, (await response.json()).fields]).toEqual([400, { title: 'A podcast needs a title.' }])
    expect((await send('PUT', '/podcasts/nothing.mp3', { as, body: { title: 'a' } })).status).toBe(404)
  })
})

describe('DELETE /podcasts/:fileName', () => {
  test('removes it with its file', async () => {
    const { id: as } = await anAdmin()
    const { fileName, url } = await aPodcast(as)
    expect(keptFiles().filter((name) => name.startsWith('audio/'))).toHaveLength(1)
    expect((await send('DELETE', `/podcasts/${fileName}`, { as })).status).toBe(200)
    expect((await get(url)).status).toBe(404)
    expect(await list(as)).toEqual([])
    expect(keptFiles().filter((name) => name.startsWith('audio/'))).toEqual([])
    expect((await send('DELETE', `/podcasts/${fileName}`, { as })).status).toBe(404)
  })

  test('never makes a path of the name', async () => {
    const { id: as } = await anAdmin()
    for (const name of ['..%2f..%2fsecrets.json', '%2e%2e', 'a%00b']) {
      expect([400, 404]).toContain((await send('DELETE', `/podcasts/${name}`, { as })).status)
    }
  })
})

test('files that no podcast has go after a week, spoken sentences after a month; twice changes nothing', async () => {
  const { id: as } = await anAdmin()
  const podcast = await aPodcast(as, { text: 'Here it is.' })
  await api().pool.query("insert into podcast_audio values ($1, null, 1, 1, '[]', now())", ['0'.repeat(32)])
  await api().context.files.storage.put(`audio/00/${'0'.repeat(32)}.mp3`, Buffer.from('x'), 'audio/mpeg')
  const after = (days: number) => ({ ...api().context, now: () => new Date(Date.now() + days * dayMs) })
  await forgetUnusedSpeech(after(6))
  expect(keptFiles()).toHaveLength(3)
  await forgetUnusedSpeech(after(8))
  expect(keptFiles()).toHaveLength(2)
  await forgetUnusedSpeech(after(31))
  await forgetUnusedSpeech(after(31))
  expect(keptFiles()).toHaveLength(1)
  expect((await bytesOf(podcast.url)).length).toBe(podcast.bytes)
})

describe('a person who is not an administrator', () => {
  const calls: [string, string][] = [
    ...([
      ['POST', '/podcasts/generate-podcast'],
      ['POST', '/podcasts'],
      ['GET', '/podcasts'],
      ['GET', '/podcasts/jobs'],
    ] as [string, string][]),
    ...([
      ['GET', '/podcasts/jobs/x'],
      ['POST', '/podcasts/jobs/x/cancel'],
      ['POST', '/podcasts/jobs/x/retry'],
    ] as [string, string][]),
    ...([
      ['DELETE', '/podcasts/jobs/x'],
      ['PUT', '/podcasts/x.mp3'],
      ['DELETE', '/podcasts/x.mp3'],
    ] as [string, string][]),
  ]
  test.each(calls)('is refused: %s %s', async (method, path) => {
    const { id: as } = await anAuthor()
    const body = method === 'GET' || method === 'DELETE' ? undefined : { text: 'Hello.' }
    expect((await send(method, path, { as, body })).status).toBe(403)
    expect((await send(method, path, { body })).status).toBe(401)
  })
})
