import { availableParallelism } from 'node:os'
import nextJest from 'next/jest.js'

// Neither Next nor a program that a test starts reads a developer's .env.
process.env.__NEXT_PROCESSED_ENV = 'true'
process.env.ENV_FILE = 'off'

const createJestConfig = nextJest({ dir: './' })

// Published as ES modules only; jest runs CommonJS, so they are transformed like our own files.
const esmPackages = [
  ...['htmlparser2', 'domhandler', 'domutils', 'dom-serializer', 'domelementtype', 'entities', 'marked'],
  ...['jose', 'openid-client', 'uuid', '@panva/hkdf', 'preact', 'preact-render-to-string', 'hono', '@hono/node-server'],
  ...['woff2-encoder', 'n2words', 'pg-boss', 'serialize-error', 'non-error', 'rrule-temporal', 'postal-mime'],
  ...['music-metadata', 'strtok3', 'token-types', 'file-type', 'uint8array-extras', '@borewit/text-codec'],
  ...['@tokenizer/token', '@tokenizer/inflate', 'media-typer', 'content-type', 'win-guid'],
]

// It names no file for CommonJS at all.
const esmOnly = { '^music-metadata$': '<rootDir>/node_modules/music-metadata/lib/index.js' }

/** @param {import('jest').Config} config */
async function project(config) {
  const made = await createJestConfig({
    modulePathIgnorePatterns: ['<rootDir>/\\.next', '<rootDir>/data'],
    testPathIgnorePatterns: ['/node_modules/', '<rootDir>/e2e/'],
    moduleNameMapper: { '^server-only$': '<rootDir>/node_modules/server-only/empty.js', ...esmOnly },
    ...config,
    setupFilesAfterEnv: [...(config.setupFilesAfterEnv ?? []), '<rootDir>/jest.setup.ts'],
  })()
  made.transformIgnorePatterns = [`/node_modules/(?!(${esmPackages.join('|')})/)`, '^.+\\.module\\.(css|sass|scss)$']
  return made
}

const leftOut = {
  embedded: ['\\.native\\.test\\.ts$'],
  // Tests of processes and files, not of what the database answers.
  native: ['/product-api/db/embedded/', '/product-api/(main|env)\\.test\\.ts$'],
}

/** The product API's tests run on the embedded database always, and once more where a native one is named. */
function productApi(/** @type {'embedded' | 'native'} */ kind) {
  return project({
    displayName: `product-api on ${kind} PostgreSQL`,
    testEnvironment: 'node',
    testMatch: ['<rootDir>/product-api/**/*.test.ts'],
    globals: { testDatabase: kind },
    testPathIgnorePatterns: ['/node_modules/', ...leftOut[kind]],
    globalSetup: `<rootDir>/product-api/testing/start-${kind}.ts`,
    globalTeardown: '<rootDir>/product-api/testing/stop.ts',
  })
}

export default async () => ({
  testTimeout: 60_000,
  // On two cores jest would run everything in one process, which gets slower with every file that it keeps.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  workerIdleMemoryLimit: '1GB',
  projects: await Promise.all([
    project({
      displayName: 'pure',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{app,content,contract,lib,runtime,scripts}/**/*.test.ts', '<rootDir>/*.test.ts'],
    }),
    project({
      displayName: 'screens',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/{app,components,lib}/**/*.test.tsx', '<rootDir>/components/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/jest.setup.screens.ts'],
    }),
    productApi('embedded'),
    ...(process.env.TEST_DATABASE_URL ? [productApi('native')] : []),
  ]),
})
