import type { Readout } from './readout.ts'

/** Reads the codes in pictures and documents, beside the page; where the browser cannot, it finds nothing. */
export class CodeReader {
  readonly #waiting = new Map<number, (readout: Readout) => void>()
  #worker: Worker | null = null
  #asked = 0

  /** What a file holds; never fails. */
  read(file: File): Promise<Readout> {
    const worker = (this.#worker ??= this.#open())
    const id = (this.#asked += 1)
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      worker.postMessage({ id, file })
    })
  }

  /** Ends the reading; who still waits hears that nothing was found. */
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
