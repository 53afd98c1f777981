import type { Window } from 'happy-dom'

/**
 * The `fetch` that pages use. Below: parts of a browser that happy-dom lacks, or implements differently from what
 * pages need.
 */
export type PageFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * Returns an `XMLHttpRequest` class that uses the page's own `fetch`, with the parts that pages use: it sends, and
 * calls `onloadend`.
 */
export function requestsOver(fetch: PageFetch) {
  return class {
    readonly upload = {}
    timeout = 0
    status = 0
    responseText = ''
    onloadend: (() => void) | null = null
    #method = 'GET'
    #address = ''
    readonly #headers = new Headers()
    readonly #stop = new AbortController()
    open(method: string, address: string): void {
      this.#method = method
      this.#address = address
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }
    abort(): void {
      this.#stop.abort()
    }
    send(body: BodyInit | null = null): void {
      void this.#send(body).finally(() => this.onloadend?.())
    }
    async #send(body: BodyInit | null): Promise<void> {
      const about = { method: this.#method, headers: this.#headers, body, signal: this.#stop.signal }
      const answer = await fetch(this.#address, about).catch(() => null)
      if (!answer) return
      this.responseText = await answer.text()
      this.status = answer.status
    }
  }
}

/** `DataTransfer` for drag and paste; the class of happy-dom accepts no files of Node. */
export class DataTransferStub {
  readonly #entries: { kind: 'file' | 'string'; type: string; content: File | string }[] = []
  readonly items = {
    add: (content: File | string, type = '') => {
      if (content instanceof File) this.#entries.push({ kind: 'file', type: content.type, content })
      else this.setData(type, content)
    },
  }
  get files(): File[] {
    return this.#entries.flatMap(({ content }) => (content instanceof File ? [content] : []))
  }
  get types(): string[] {
    const texts = this.#entries.filter(({ kind }) => kind === 'string').map(({ type }) => type)
    return this.files.length > 0 ? [...texts, 'Files'] : texts
  }
  setData(type: string, content: string): void {
    const known = this.#entries.find((entry) => entry.kind === 'string' && entry.type === type)
    if (known) known.content = content
    else this.#entries.push({ kind: 'string', type, content })
  }
  getData(requested: string): string {
    const wanted = requested === 'text' ? 'text/plain' : requested
    const found = this.#entries.find(({ kind, type }) => kind === 'string' && type === wanted)
    return String(found?.content ?? '')
  }
}

/** Returns a `DragEvent` class; in happy-dom it is a plain event. */
export function dragEventOf({ MouseEvent: OfWindow }: Window) {
  return class extends OfWindow {
    readonly dataTransfer: DataTransferStub | null
    constructor(
      type: string,
      { dataTransfer = null, ...about }: object & { dataTransfer?: DataTransferStub | null } = {},
    ) {
      super(type, about)
      this.dataTransfer = dataTransfer
    }
  }
}

/** A WebSocket that never connects, so that pages use polling. */
export class NoSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly readyState = NoSocket.CONNECTING
  send(): void {}
  close(): void {}
}

/**
 * An object whose every property and result is itself, and `0` as a number. Replaces audio, which nothing plays in
 * tests.
 */
const silence: object = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : name === 'then' ? undefined : silence),
  set: () => true,
  apply: () => silence,
})
export function NoSound() {
  return silence
}

/** Returns Node's `FormData`, which requests need, filled from forms of the window. */
export function formDataOf({ FormData: OfWindow }: Window): typeof FormData {
  return class extends FormData {
    constructor(...[form, submitter]: ConstructorParameters<typeof FormData>) {
      super()
      if (!form) return
      for (const [name, value] of new OfWindow(form as never, submitter as never))
        this.append(name, value as unknown as string)
    }
  }
}
