import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Prometheus figures of this process; `collectProcess` adds memory, CPU and event loop. */
export function createMetrics({ collectProcess }: { collectProcess: boolean }): Metrics {
  const registry = new Registry()
  if (collectProcess) collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) => {
      // Anyone can send any method: an unbounded label would fill the memory.
      const label = knownMethods.has(method) ? method : 'other'
      durations.observe({ method: label, route, status: String(status) }, seconds)
    },
  }
}
