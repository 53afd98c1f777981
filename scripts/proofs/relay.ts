import { once } from 'node:events'
import net from 'node:net'
import type { AddressInfo } from 'node:net'

/** An address that leads to one of several servers, as the proxy or the virtual IP before a pair of servers does. */
export class Relay {
  readonly #server = net.createServer((from) => this.#connect(from))
  readonly #open = new Set<net.Socket>()
  #socket: string

  constructor(socket: string) {
    this.#socket = socket
  }

  /** Starts it at a free port of this machine, and returns the port. */
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Ends every connection; new ones lead to this socket. */
  leadTo(socket: string): void {
    this.#socket = socket
    for (const one of this.#open) one.destroy()
  }

  close(): void {
    this.#server.close()
    this.leadTo('')
  }

  #connect(from: net.Socket): void {
    const to = net.connect({ path: this.#socket })
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
}
