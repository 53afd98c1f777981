import { LineReader, readScaleLine, type ScaleWeight } from './scale-lines.ts'

/** The parts of a port of the Web Serial API that a scale needs. */
export interface SerialLike {
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  readonly readable: ReadableStream<Uint8Array> | null
  readonly writable: WritableStream<Uint8Array> | null
}

/** Assumed: 9600 baud, 8 data bits, no parity, the setting of METTLER TOLEDO, A&D and CAS scales when they are new. */
const scale_baud = 9600

/**
 * Requests for a weight, by protocol: SICS `SI` (at once, stable or not) and A&D `Q`. Scales that send continuously ignore
 * them.
 */
const weight_requests = ['SI\r\n', 'Q\r\n'] as const

/** Milliseconds without a line after which the scale is asked for its weight. */
const request_ms = 500

/** Requests without a line in response after which the last weight no longer counts: the parcel may be another one. */
const max_unanswered = 3

interface ScaleEvents {
  onWeight: (weight: ScaleWeight) => void
  onProblem: (problem: string) => void
  /** No weight and no problem has come for `max_unanswered` requests, for example because the scale was switched off. */
  onSilent: () => void
  /** The cable was pulled out, or the port failed. */
  onLost: () => void
}

/**
 * Opens a port and reads weights until the returned function is called. It asks a scale that does not send by itself, in
 * each protocol in turn until one is answered.
 */
export async function openScale(
  port: SerialLike,
  { onWeight, onProblem, onSilent, onLost }: ScaleEvents,
): Promise<() => Promise<void>> {
  await port.open({ baudRate: scale_baud })
  const reader = port.readable?.getReader()
  if (!reader) throw new Error('The port cannot be read.')
  let isOpen = true
  let answered: number | null = null
  let turn = 0
  let hasLine = false
  let unanswered = 0
  const ask = async (): Promise<void> => {
    if (hasLine && answered === null) answered = turn
    unanswered = hasLine ? 0 : unanswered + 1
    if (unanswered === max_unanswered + 1) onSilent()
    hasLine = false
    if (answered === null) turn = (turn + 1) % weight_requests.length
    const writer = port.writable?.getWriter()
    try {
      await writer?.write(new TextEncoder().encode(weight_requests[answered ?? turn]))
    } catch {
      // Reading reports that the port is lost.
    } finally {
      writer?.releaseLock()
    }
  }
  const timer = setInterval(() => void ask(), request_ms)
  const lines = new LineReader()
  const readAll = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      for (const line of lines.read(value)) {
        const read = readScaleLine(line)
        if (read.kind !== 'other') hasLine = true
        if (read.kind === 'weight') onWeight(read)
        if (read.kind === 'problem') onProblem(read.problem)
      }
    }
  }
  const stop = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    clearInterval(timer)
    await reader.cancel().catch(() => undefined)
    reader.releaseLock()
    await port.close().catch(() => undefined)
  }
  void readAll()
    .catch(() => undefined)
    .then(() => {
      if (!isOpen) return
      void stop()
      onLost()
    })
  return stop
}
