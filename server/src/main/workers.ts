import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type PrometheusContentType } from 'prom-client'
import { z } from 'zod'

/** Argument of the processes that create no company, because the first one does. */
export const no_set_up = '--no-set-up'

/** How long after its end a process is replaced, in ms, so that one that cannot start does not keep a core busy. */
const replace_after_ms = 1_000

/** What a worker sends to the process that started it. */
const FromWorker = z.discriminatedUnion('type', [
  /** It serves requests. */
  z.object({ type: z.literal('ready') }),
  /** It wants the metrics of all workers. */
  z.object({ type: z.literal('metrics'), id: z.number() }),
])
type FromWorker = z.output<typeof FromWorker>

/** The answer to `metrics`: their text, or why there is none. */
const MetricsAnswer = z.object({
  type: z.literal('metrics-answer'),
  id: z.number(),
  text: z.string().optional(),
  error: z.string().optional(),
})
type MetricsAnswer = z.output<typeof MetricsAnswer>

/** Sends a message to the process that started this one. */
export function toSupervisor(message: FromWorker): void {
  process.send?.(message)
}

/**
 * Starts `count` processes that serve the same ports, and replaces one that ends. The first creates the first company;
 * the others start when it is ready. SIGTERM and SIGINT end all of them, and then this process. When the first process
 * cannot start, this one ends with its code.
 */
export function superviseWorkers(
  count: number,
  args: readonly string[],
  printLine: (line: string) => void,
): void {
  const metrics = new AggregatorRegistry<PrometheusContentType>()
  let isReady = false
  let isStopping = false
  const startWorker = (place: number): void => {
    cluster.setupPrimary({ args: place === 1 ? [...args] : [...args, no_set_up] })
    const worker = cluster.fork()
    worker.on('message', (message: unknown) => {
      const { success, data } = FromWorker.safeParse(message)
      if (!success) return
      if (data.type === 'metrics') return void answerMetrics(worker, data.id, metrics)
      if (isReady) return
      isReady = true
      for (let other = 2; other <= count; other += 1) startWorker(other)
    })
    worker.once('exit', (code, signal) => {
      if (isStopping) return endWhenAlone()
      if (!isReady) process.exit(code || 1)
      printLine(`Process ${worker.process.pid} ended (${signal ?? code}) and is replaced.`)
      setTimeout(() => isStopping || startWorker(place), replace_after_ms)
    })
  }
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    for (const worker of workersNow()) worker.process.kill('SIGTERM')
    endWhenAlone()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  startWorker(1)
}

function workersNow(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

/** Ends this process when no worker is left. */
function endWhenAlone(): void {
  if (workersNow().every((worker) => worker.isDead())) process.exit(0)
}

async function answerMetrics(
  worker: Worker,
  id: number,
  metrics: AggregatorRegistry<PrometheusContentType>,
): Promise<void> {
  const answer: MetricsAnswer = await metrics.clusterMetrics().then(
    (text) => ({ type: 'metrics-answer', id, text }),
    (error: Error) => ({ type: 'metrics-answer', id, error: error.message }),
  )
  if (worker.isConnected()) worker.send(answer)
}

let asked = 0
const waiting = new Map<number, (answer: MetricsAnswer) => void>()

/** Returns the metrics of all workers as text. Throws when one of them does not answer within five seconds. */
export async function metricsOfWorkers(): Promise<string> {
  if (asked === 0)
    process.on('message', (message: unknown) => {
      const { success, data } = MetricsAnswer.safeParse(message)
      if (success) waiting.get(data.id)?.(data)
    })
  asked += 1
  const id = asked
  const answered = new Promise<MetricsAnswer>((resolve) => waiting.set(id, resolve))
  toSupervisor({ type: 'metrics', id })
  const { text, error } = await answered.finally(() => waiting.delete(id))
  if (text === undefined) throw new Error(error)
  return text
}
