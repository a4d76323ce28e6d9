import { readEnv } from './env.ts'
import { startWorkerProcess } from './start-worker-process.ts'

test('beside the embedded database there is no worker process, and it says why', async () => {
  await expect(startWorkerProcess(readEnv({}))).rejects.toThrow(
    'The setting DATABASE_URL is missing: the embedded database serves one process, and the product API does its jobs',
  )
})
