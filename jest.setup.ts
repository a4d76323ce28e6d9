import { format } from 'node:util'

// What a test prints is what nobody reads: a test that expects a message replaces the method itself.
const noisy = ['error', 'warn', 'log', 'info'] as const
let noise: string[] = []

for (const method of noisy) {
  console[method] = (...words: unknown[]) => {
    noise.push(`console.${method}: ${format(...words)}`)
  }
}

afterEach(() => {
  const heard = noise
  noise = []
  if (heard.length > 0) throw new Error(`The test made noise:\n${heard.join('\n')}`)
})
