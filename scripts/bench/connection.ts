import net from 'node:net'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: unknown
  /** Idempotency key. */
  key?: string
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
}

/** The response to one request. */
export interface Answer {
  status: number
  /** Returns the body as text. */
  body(): string
}

/**
 * A kept-alive HTTP/1.1 connection with minimal overhead: it writes a request and reads the status and as many bytes
 * as `content-length` states. Client and server share the machine, so the client must be light for the figures to
 * describe the server, as pgbench is light compared with the database.
 */
export class Connection {
  readonly #socket: net.Socket
  readonly #host: string
  #received: Buffer[] = []
  #length = 0
  /** Total bytes of the response, known after its head is parsed. */
  #whole = Number.POSITIVE_INFINITY
  #body_at = 0
  #status = 0
  #settle: { resolve(answer: Answer): void; reject(error: Error): void } | null = null

  constructor(base: string) {
    const { hostname, port, host } = new URL(base)
    this.#host = host
    this.#socket = net.connect(Number(port), hostname)
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('error', (error) => this.#settle?.reject(error))
    this.#socket.on('close', () => this.#settle?.reject(new Error('The server closed the connection.')))
  }

  /** Sends one request and returns the response status. Only one request may be open at a time. */
  async send(request: Request): Promise<number> {
    return (await this.exchange(request)).status
  }

  /** Sends one request and returns the response. Only one request may be open at a time. */
  exchange(request: Request): Promise<Answer> {
    const body = request.body === undefined ? '' : JSON.stringify(request.body)
    const content = body
      ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
      : ''
    const headers = {
      ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
      ...(request.key ? { 'idempotency-key': request.key } : {}),
      ...request.headers,
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(
        `${request.method} ${request.path} HTTP/1.1\r\nhost: ${this.#host}\r\n${lines.join('')}${content}\r\n${body}`,
      )
    })
  }

  close(): void {
    this.#settle = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#length += chunk.length
    if (this.#whole === Number.POSITIVE_INFINITY) this.#readHead()
    if (this.#length < this.#whole) return
    const settle = this.#settle
    const received = this.#received
    const bodyAt = this.#body_at
    this.#received = []
    this.#length = 0
    this.#whole = Number.POSITIVE_INFINITY
    this.#settle = null
    settle?.resolve({
      status: this.#status,
      body: () => Buffer.concat(received).subarray(bodyAt).toString(),
    })
  }

  #readHead(): void {
    const text = (this.#received.length === 1 ? this.#received[0] : Buffer.concat(this.#received))?.toString(
      'latin1',
    )
    const end = text?.indexOf('\r\n\r\n') ?? -1
    if (!text || end < 0) return
    const head = text.slice(0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) throw new Error(`An answer without content-length:\n${head}`)
    this.#status = Number(head.slice(9, 12))
    this.#body_at = end + 4
    this.#whole = this.#body_at + Number(length)
  }
}
