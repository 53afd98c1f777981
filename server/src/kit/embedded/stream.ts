import { Duplex } from 'node:stream'
import { callbackify } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import type { PoolConfig } from 'pg'

/** Carries out whole messages of the PostgreSQL protocol and answers the bytes the database sends back. */
export type Speak = (messages: Uint8Array) => Promise<Uint8Array>

/** The settings of a pool on an embedded database: it has one session, so one connection. */
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
 * Speaks to a database of this thread. A connection that begins finds nothing of the one before it: no transaction left
 * open, no prepared statement, no setting.
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

/** The first message of a connection has no letter, but its length, which is below 2^24. */
const start_up = 0

/**
 * What `pg` takes for its socket when the database lives in this process. Everything written in one go (a statement's
 * parse, bind, describe, execute and sync) reaches the database as one message and comes back as one: a socket would
 * cost a system call for each, more than most statements take. Whatever breaks `speak` breaks the connection.
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
    // Answers are pushed when they come; each was asked for.
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  // What only a socket has, and `pg` expects of its stream.
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
