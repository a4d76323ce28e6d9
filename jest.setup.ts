import { format } from 'node:util'

// Refuses what tests print: in a passing run no one would read it. A test that expects a message replaces the method.
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
