import net from 'node:net'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: unknown
  /** Idempotency key. */
  key?: string
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
  #status = 0
  #settle: { resolve(status: number): void; reject(error: Error): void } | null = null

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
  send(request: Request): Promise<number> {
    const body = request.body === undefined ? '' : JSON.stringify(request.body)
    const content = body
      ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
      : ''
    const key = request.key ? `idempotency-key: ${request.key}\r\n` : ''
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(
        `${request.method} ${request.path} HTTP/1.1\r\nhost: ${this.#host}\r\nauthorization: Bearer ${request.token}\r\n${key}${content}\r\n${body}`,
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
    this.#received = []
    this.#length = 0
    this.#whole = Number.POSITIVE_INFINITY
    this.#settle = null
    settle?.resolve(this.#status)
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
    this.#whole = end + 4 + Number(length)
  }
}
