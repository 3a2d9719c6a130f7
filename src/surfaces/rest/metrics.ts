/**
 * Metrics for Prometheus. The library's default set is not used: it measures the delay of the event loop with a timer that
 * wakes an idle process a hundred times a second.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RequestGate } from './request-gate.ts'

export interface Metrics {
  /** One finished request. `route` is the path of the route table, never the path as requested. */
  finished(request: { method: string; route: string; status: number; seconds: number }): void
  /** One answered question. */
  answered(question: { tool: string; status: string; freshness: string }): void
  text(): Promise<string>
  readonly type: string
}

export function createMetrics(gate: RequestGate, version: string): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  const requests = new Counter({
    name: 'cairn_http_requests_total',
    help: 'Finished HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'cairn_http_request_duration_seconds',
    help: 'Time from the request to the end of the answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const questions = new Counter({
    name: 'cairn_questions_total',
    help: 'Answered questions by tool, status and freshness of the answer.',
    labelNames: ['tool', 'status', 'freshness'],
    registers,
  })
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers, collect: (): void => made.set(read()) })
  }
  gauge('cairn_questions_running', 'Questions being answered.', () => gate.running)
  gauge('cairn_questions_waiting', 'Questions waiting for their turn.', () => gate.waiting)
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge('process_cpu_seconds_total', 'User and system CPU time.', () => cpuSeconds())
  gauge('process_start_time_seconds', 'Start of the process, seconds since 1970.', () => Date.now() / 1000 - process.uptime())
  new Gauge({ name: 'cairn_info', help: 'The version.', labelNames: ['version'], registers }).set({ version }, 1)
  return {
    finished({ method, route, status, seconds }) {
      requests.inc({ method, route, status })
      duration.observe({ method, route }, seconds)
    },
    answered: (question) => questions.inc(question),
    text: () => registry.metrics(),
    type: registry.contentType,
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
