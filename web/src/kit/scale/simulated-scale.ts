import type { SerialLike } from './scale-port.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** How the simulator speaks. `continuous` sends by itself, the others answer requests. */
type SimulatedProtocol = 'sics' | 'a-and-d' | 'continuous'

/**
 * A scale without hardware, for tests and for trying the screens: a port that answers requests as a scale does. `put`
 * places a load, which first moves and then rests.
 */
export class SimulatedScale implements SerialLike {
  readable: ReadableStream<Uint8Array> | null = null
  writable: WritableStream<Uint8Array> | null = null
  private load = { kg: 0, isStable: true }
  private out: ReadableStreamDefaultController<Uint8Array> | null = null
  private isOff = false
  private readonly protocol: SimulatedProtocol

  constructor(protocol: SimulatedProtocol = 'sics') {
    this.protocol = protocol
  }

  open(): Promise<void> {
    this.readable = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.out = controller
      },
    })
    this.writable = new WritableStream<Uint8Array>({
      write: (bytes) => this.answer(new TextDecoder().decode(bytes)),
    })
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.out = null
    return Promise.resolve()
  }

  /** Puts a load on the scale; a continuous one reports it at once. */
  put(kg: number, isStable = true): void {
    this.load = { kg, isStable }
    if (this.protocol === 'continuous') this.send(this.line())
  }

  /** Sends text as it is, such as a broken line. */
  send(text: string): void {
    this.out?.enqueue(encode(text))
  }

  /** Switches the scale off or on; the cable stays in. */
  switch(to: 'off' | 'on'): void {
    this.isOff = to === 'off'
  }

  /** Pulls out the cable. */
  pull(): void {
    this.out?.error(new Error('The device has been lost.'))
    this.out = null
  }

  private answer(request: string): void {
    const isOwn = request === (this.protocol === 'sics' ? 'SI\r\n' : 'Q\r\n')
    if (isOwn && !this.isOff && this.protocol !== 'continuous') this.send(this.line())
  }

  private line(): string {
    const { kg, isStable } = this.load
    const number = kg.toFixed(3)
    if (this.protocol === 'sics') return `S ${isStable ? 'S' : 'D'} ${number.padStart(10)} kg\r\n`
    const sign = this.protocol === 'a-and-d' ? '' : 'GS,'
    return `${isStable ? 'ST' : 'US'},${sign}+${number.padStart(8, '0')}  kg\r\n`
  }
}
