import { spawn } from 'node:child_process'
import { admin } from '../../e2e/support/address.ts'

/** Makes a store as a first start makes it, for the sites of the browser tests: to open a copy takes half the work. */
export async function makeStore(folder: string): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'product-api/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      ...{ NODE_ENV: 'production', NODE_COMPILE_CACHE: '.next/cache/compiled', ENV_FILE: 'off', LOG_LEVEL: 'error' },
      ...{ PRODUCT_API_PORT: '0', DATA_DIR: folder },
      ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
    },
  })
  child.once('message', () => child.kill('SIGTERM'))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('The product API could not make a store for the browser tests')
}
