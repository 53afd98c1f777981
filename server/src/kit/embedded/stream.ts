import { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import type { PoolConfig } from 'pg'

/** Sends complete messages of the PostgreSQL protocol and returns the response bytes of the database. */
export type Speak = (messages: Uint8Array) => Promise<Uint8Array>

/** Returns the pool settings for an embedded database. It has one session, so the pool has one connection. */
export function poolOn(speak: Speak): PoolConfig {
  return {
    stream: () => new EmbeddedStream(speak),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
  }
}

/**
 * Returns a `Speak` for a database in this thread. A new connection starts clean: no open transaction, no prepared
 * statements and no settings of the previous one.
 */
export function speakTo(database: PGlite): Speak {
  return async (messages) => {
    if (messages[0] === start_up) {
      await database.exec('ROLLBACK')
      await database.exec('DISCARD ALL')
    }
    return database.runExclusive(async () => {
      const answers: Uint8Array[] = []
      await database.execProtocolRawStream(messages, { onRawData: (bytes) => answers.push(bytes.slice()) })
      return answers.length === 1 && answers[0] ? answers[0] : Buffer.concat(answers)
    })
  }
}

/**
 * The first message of a connection starts with its length instead of a letter. The length is below 2^24, so its
 * first byte is 0.
 */
const start_up = 0

/**
 * Replaces the socket of `pg` when the database runs in this process. All bytes written together (the parse, bind,
 * describe, execute and sync of a statement) reach the database as one message, and the response returns as one: a
 * socket would cost a system call for each, more than most statements take. An error in `speak` breaks the
 * connection.
 */
export class EmbeddedStream extends Duplex {
  readonly #speak: Speak
  readonly #saying = callbackify((messages: Uint8Array) => this.#say(messages))

  constructor(speak: Speak) {
    super()
    this.#speak = speak
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#saying(chunk, done)
  }

  override _writev(chunks: readonly { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#saying(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _read(): void {
    // Responses are pushed as they arrive, each after a request.
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  // Socket methods that `pg` expects of its stream.
  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  async #say(messages: Uint8Array): Promise<void> {
    const answer = await this.#speak(messages)
    if (answer.length > 0 && !this.destroyed) this.push(answer)
  }
}
