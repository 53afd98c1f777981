import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '../kit/log.ts'
import { directoryHolder } from '../kit/embedded/lock.ts'

/** Milliseconds between two looks of the product, and of who waits for its answer. */
const look_ms = 1_000
const wait_ms = 100
/** How long the product may take to take a request over; how long its check takes depends on the trail. */
const take_over_ms = 10_000

/** What is to be verified: one company or all (`null`), and seals as texts that the chain is compared with. */
const AuditRequest = z.object({ provider: z.number().nullable(), seals: z.array(z.string()) })
export type AuditRequest = z.infer<typeof AuditRequest>

/** The exit code and what is to be said: 0 when every chain holds, 1 when one does not, 2 when it was not checked. */
const AuditAnswer = z.object({ code: z.literal([0, 1, 2]), lines: z.array(z.string()) })
export type AuditAnswer = z.infer<typeof AuditAnswer>

const folderIn = (data_dir: string): string => path.join(data_dir, 'audit-verify')
const fileOf = (folder: string, id: string, state: 'ask' | 'answer'): string =>
  path.join(folder, `${id}.${state}.json`)

/** Writes a file that is there whole or not at all. */
function writeWhole(file: string, content: unknown): void {
  const draft = `${file}.draft`
  fs.writeFileSync(draft, JSON.stringify(content), { mode: 0o600 })
  fs.renameSync(draft, file)
}

/**
 * Verifies the audit trail for a command of the operator while the embedded database is in use: only one process can
 * open it, so the command leaves its request in the data directory and the product its answer, as with maintenance.
 */
export class AuditRequests {
  readonly #folder: string
  readonly #verify: (request: AuditRequest) => Promise<AuditAnswer>
  readonly #log: Logger
  #timer: NodeJS.Timeout | null = null
  #is_looking = false
  #stopped = false

  constructor(data_dir: string, verify: (request: AuditRequest) => Promise<AuditAnswer>, log: Logger) {
    this.#folder = folderIn(data_dir)
    this.#verify = verify
    this.#log = log
  }

  /** Looks for requests every second. */
  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#is_looking) void this.#look()
    }, look_ms).unref()
  }

  /** Takes no more requests; a long check is given up, because the database closes. */
  stop(): void {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    this.#is_looking = true
    try {
      for (const name of fs.existsSync(this.#folder) ? fs.readdirSync(this.#folder) : []) {
        const id = /^([\w-]+)\.ask\.json$/.exec(name)?.[1]
        if (id) await this.#take(id)
      }
    } catch (error) {
      this.#log.warn(
        { error: sentenceOf(error) },
        'a request to verify the audit trail could not be answered',
      )
    } finally {
      this.#is_looking = false
    }
  }

  async #take(id: string): Promise<void> {
    const ask = fileOf(this.#folder, id, 'ask')
    const text = fs.readFileSync(ask, 'utf8')
    fs.rmSync(ask)
    const answered = await this.#answer(text)
    writeWhole(fileOf(this.#folder, id, 'answer'), answered)
  }

  async #answer(text: string): Promise<AuditAnswer> {
    try {
      return await this.#verify(AuditRequest.parse(JSON.parse(text)))
    } catch (error) {
      const why = this.#stopped ? 'The product is stopping. Run the command again.' : sentenceOf(error)
      return { code: 2, lines: [why] }
    }
  }
}

/**
 * Asks the product that holds a data directory to verify its audit trail. Throws a sentence when it does not answer:
 * it may be of a release that does not know such requests, or end meanwhile.
 */
export async function askRunningProduct(
  data_dir: string,
  request: AuditRequest,
  patience_ms = take_over_ms,
): Promise<AuditAnswer> {
  const folder = folderIn(data_dir)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const id = randomUUID()
  const ask = fileOf(folder, id, 'ask')
  const answer = fileOf(folder, id, 'answer')
  writeWhole(ask, request)
  try {
    for (let waited = 0; !fs.existsSync(answer); waited += wait_ms) {
      const holder = directoryHolder(data_dir)
      if (holder === null) throw new Error('The product has stopped meanwhile. Run the command again.')
      if (waited >= patience_ms && fs.existsSync(ask))
        throw new Error(
          `The product that uses this data directory (process id ${holder.pid} on ${holder.host}) does not take the request. Stop it, run the command again, then start it.`,
        )
      await wait(wait_ms)
    }
    return AuditAnswer.parse(JSON.parse(fs.readFileSync(answer, 'utf8')))
  } finally {
    for (const file of [ask, answer]) fs.rmSync(file, { force: true })
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
