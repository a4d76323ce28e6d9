import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { admin } from './address.ts'

// Makes a store as a first start makes it, in the given folder. The sites copy it: opening takes half the work of making.
const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'product-api/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: '.next/cache/compiled',
    ENV_FILE: 'off',
    LOG_LEVEL: 'error',
    PRODUCT_API_PORT: '0',
    DATA_DIR: process.argv[2],
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  },
})
child.once('message', () => child.kill('SIGTERM'))
const [code] = await once(child, 'exit')
process.exit(code ?? 1)
