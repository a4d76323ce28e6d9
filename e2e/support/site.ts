import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { startOpenAiStandIn } from '#product-api/testing/openai-stand-in.ts'
import {
  admin,
  apiPort,
  bookCode,
  dkim,
  googleIssuer,
  googlePort,
  mailFolder,
  mailPort,
  openAiPort,
  sendCode,
  siteFolder,
  sitePort,
  siteUrl,
  storeFolder,
} from './address.ts'
import { startGoogle } from './google.ts'
import { startMailSink } from './mail-sink.ts'

// Runs the whole product as `npm start` does, on a copy of the store, beside a mail server, an OpenID provider and a model.
rmSync(siteFolder, { recursive: true, force: true })
cpSync(storeFolder, `${siteFolder}/data`, { recursive: true })
await startMailSink({ port: mailPort, folder: mailFolder })
await startGoogle({ port: googlePort, siteUrl })
const { baseUrl: openAiUrl } = await startOpenAiStandIn({ port: openAiPort })
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
writeFileSync(dkim.recordFile, `v=DKIM1; k=rsa; p=${published}`)
const child = spawn(process.execPath, ['scripts/start.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(sitePort),
    PRODUCT_API_PORT: String(apiPort),
    PUBLIC_URL: siteUrl,
    DATA_DIR: `${siteFolder}/data`,
    DATABASE_URL: '',
    REDIS_URL: '',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    DKIM_DOMAIN: dkim.domain,
    DKIM_SELECTOR: dkim.selector,
    DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    GOOGLE_CLIENT_ID: 'test-client',
    GOOGLE_CLIENT_SECRET: 'test-secret',
    GOOGLE_ISSUER: googleIssuer,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    NEWSLETTER_SEND_CODE: sendCode,
    OPENAI_BASE_URL: openAiUrl,
    OPENAI_API_KEY: 'sk-of-the-tests',
    OPENAI_MODEL: 'a-model-that-stands-in',
    ADD_BOOK_CODE: bookCode,
    // Each test is a client of its own by the address it says it comes from.
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'warn',
  },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 0))
