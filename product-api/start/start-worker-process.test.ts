import { readEnv } from './env.ts'
import { startWorkerProcess } from './start-worker-process.ts'

test('refuses to start a worker process beside the embedded database, with a reason', async () => {
  await expect(startWorkerProcess(readEnv({}))).rejects.toThrow(
    'The setting DATABASE_URL is missing: the embedded database serves one process, and the product API does its jobs',
  )
})
