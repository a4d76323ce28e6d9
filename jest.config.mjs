import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import nextJest from 'next/jest.js'
import { findServer } from './product-api/testing/find-server.ts'

// Neither Next nor a program that a test starts reads a developer's .env.
process.env.__NEXT_PROCESSED_ENV = 'true'
process.env.ENV_FILE = 'off'
// Reading stories aloud would take the processor that other tests need.
process.env.NARRATE_STORIES = 'off'

// Gives V8 room for young objects in jest's processes, which inherit the flags: each file loads its modules anew, and
// cleaning up after that was a seventh of their work.
process.execArgv.push('--min-semi-space-size=64', '--max-semi-space-size=128')

const createJestConfig = nextJest({ dir: './' })

// Published as ES modules only; jest runs CommonJS, so they are transformed like our own files.
const esmPackages = [
  ...['htmlparser2', 'domhandler', 'domutils', 'dom-serializer', 'domelementtype', 'entities', 'marked'],
  ...['jose', 'openid-client', 'uuid', '@panva/hkdf', 'preact', 'preact-render-to-string', 'hono', '@hono/node-server'],
  ...['woff2-encoder', 'n2words', 'pg-boss', 'serialize-error', 'non-error', 'rrule-temporal', 'postal-mime'],
  ...['music-metadata', 'strtok3', 'token-types', 'file-type', 'uint8array-extras', '@borewit/text-codec'],
  ...['@tokenizer/token', '@tokenizer/inflate', 'media-typer', 'content-type', 'win-guid'],
  ...['quill', 'parchment', 'lodash-es'],
]

// It names no file for CommonJS at all.
const esmOnly = { '^music-metadata$': '<rootDir>/node_modules/music-metadata/lib/index.js' }

/** @param {import('jest').Config} config */
async function project(config) {
  const made = await createJestConfig({
    // The rooms with tests: jest looks for them in all files that it is given, also those of packages and builds.
    roots: ['app', 'components', 'contract', 'lib', 'product-api', 'runtime', 'scripts', 'story-html'].map(
      (room) => `<rootDir>/${room}`,
    ),
    testEnvironment: '<rootDir>/jest.environment.mjs',
    moduleNameMapper: { '^server-only$': '<rootDir>/node_modules/server-only/empty.js', ...esmOnly },
    ...config,
    setupFilesAfterEnv: [...(config.setupFilesAfterEnv ?? []), '<rootDir>/jest.setup.ts'],
  })()
  made.transformIgnorePatterns = [`/node_modules/(?!(${esmPackages.join('|')})/)`, '^.+\\.module\\.(css|sass|scss)$']
  return made
}

/** Everything on both engines, with the long kills: `npm run test:all`. */
const isWhole = process.env.TEST_ALL === 'on'

/** A test file of the product API that asks for a database; the others run once, with the pure ones. */
const needsDatabase = (/** @type {string} */ file) => /\b(?:withApi|connectionOf)\b/.test(readFileSync(file, 'utf8'))

/** Test files about the embedded engine itself. */
const embeddedOnly = (/** @type {string} */ file) => file.startsWith('product-api/platform/db/embedded/')

/** @typedef {'embedded' | 'native'} Engine */

/** @param {Engine} engine @param {string[]} files */
function productApi(engine, files) {
  return project({
    displayName: `product-api on ${engine} PostgreSQL`,
    testMatch: files.map((file) => `<rootDir>/${file}`),
    globals: { testDatabase: engine },
    globalSetup: `<rootDir>/product-api/testing/start-${engine}.ts`,
    globalTeardown: '<rootDir>/product-api/testing/stop.ts',
  })
}

/**
 * Every file runs on one engine: the native one where a server answers. Tests of what depends on the engine
 * (`*.engine.test.ts`) run on both.
 * @param {string[]} files @param {boolean} hasNative
 */
function productApiProjects(files, hasNative) {
  const isNativeOnly = (/** @type {string} */ file) => file.endsWith('.native.test.ts')
  const isOfEngine = (/** @type {string} */ file) => file.endsWith('.engine.test.ts') || embeddedOnly(file)
  const onEmbedded = files.filter((file) => !isNativeOnly(file) && (isWhole || !hasNative || isOfEngine(file)))
  const onNative = hasNative ? files.filter((file) => !embeddedOnly(file)) : []
  return [productApi('embedded', onEmbedded), ...(hasNative ? [productApi('native', onNative)] : [])]
}

export default async () => {
  // The programs that start the databases and the tests' processes read it from their environment.
  process.env.TEST_DATABASE_URL ??= await findServer()
  const hasNative = process.env.TEST_DATABASE_URL !== ''
  const files = await Array.fromAsync(glob('product-api/**/*.test.ts'))
  const { withDatabase = [], without = [] } = Object.groupBy(files, (file) =>
    needsDatabase(file) ? 'withDatabase' : 'without',
  )
  if (process.env.TEST_OPS === 'on') {
    return {
      testTimeout: 120_000,
      maxWorkers: 1,
      projects: [await project({ displayName: 'operations', roots: ['<rootDir>/ops'] })],
    }
  }
  const ownServer = hasNative ? [] : ['\\.native\\.test\\.ts$']
  return {
    // For a test that hangs: on a busy machine each start of a program takes many seconds.
    testTimeout: 120_000,
    // More than cores: many tests wait, for a process that starts or for a moment that comes.
    maxWorkers: availableParallelism() + 1,
    workerIdleMemoryLimit: '1GB',
    testSequencer: './jest.sequencer.mjs',
    projects: await Promise.all([
      project({
        displayName: 'pure',
        testMatch: [
          ...['<rootDir>/{app,contract,lib,runtime,scripts,story-html}/**/*.test.ts', '<rootDir>/*.test.ts'],
          ...without.map((file) => `<rootDir>/${file}`),
        ],
        testPathIgnorePatterns: ['/node_modules/', ...ownServer],
      }),
      project({
        displayName: 'screens',
        testEnvironment: 'jsdom',
        testMatch: ['<rootDir>/{app,components,lib}/**/*.test.tsx', '<rootDir>/components/**/*.test.ts'],
        setupFilesAfterEnv: ['<rootDir>/jest.setup.screens.ts'],
      }),
      ...productApiProjects(withDatabase, hasNative),
    ]),
  }
}
