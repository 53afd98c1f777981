import type { Readout } from './readout.ts'

/** Reads barcodes in pictures and documents in a web worker. If the worker fails, no codes are found. */
export class CodeReader {
  readonly #waiting = new Map<number, (readout: Readout) => void>()
  #worker: Worker | null = null
  #asked = 0

  /** Returns what was found in a file; never rejects. */
  read(file: File): Promise<Readout> {
    const worker = (this.#worker ??= this.#open())
    const id = (this.#asked += 1)
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      worker.postMessage({ id, file })
    })
  }

  /** Terminates the worker. Pending reads resolve with nothing found. */
  close(): void {
    this.#worker?.terminate()
    this.#worker = null
    for (const finish of this.#waiting.values()) finish({ codes: [], words: [] })
    this.#waiting.clear()
  }

  #open(): Worker {
    const worker = new Worker(new URL('./code-reader.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; readout: Readout }>) => {
      this.#waiting.get(data.id)?.(data.readout)
      this.#waiting.delete(data.id)
    })
    worker.addEventListener('error', () => this.close())
    return worker
  }
}
