import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { apiPort, sitePort, siteUrl } from './address.ts'

// The whole product as `npm start` runs it, on an empty data folder.
const dataDir = 'test-results/data'
rmSync(dataDir, { recursive: true, force: true })
const child = spawn(process.execPath, ['scripts/start.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(sitePort),
    PRODUCT_API_PORT: String(apiPort),
    PUBLIC_URL: siteUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
  },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 0))
