import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Logger } from '../kit/log.ts'
import { directoryHolder } from '../kit/embedded/lock.ts'

/** Poll intervals in ms: of the product for requests, and of the command for its response. */
const poll_ms = 1_000
const wait_ms = 100
/** Time limit for accepting a request, in ms. Carrying it out has no limit, because that depends on the data. */
const take_over_ms = 10_000

/**
 * An operator command that a running product carries out, because the command cannot open the embedded database
 * itself.
 */
export interface RequestChannel<Request> {
  /** The folder of its requests in the data directory; also the command name in the log. */
  name: string
  request: z.ZodType<Request>
}

/**
 * The exit code and the lines to print. Codes: 0 when all is well, 1 when something is wrong, 2 when the command
 * could not be carried out.
 */
const CommandAnswer = z.object({ code: z.literal([0, 1, 2]), lines: z.array(z.string()) })
export type CommandAnswer = z.infer<typeof CommandAnswer>

const folderIn = (dataDir: string, name: string): string => path.join(dataDir, name)
const fileOf = (folder: string, id: string, state: 'ask' | 'answer'): string =>
  path.join(folder, `${id}.${state}.json`)

/** Writes a file atomically: readers find the whole file or none. */
function writeWhole(file: string, content: unknown): void {
  const draft = `${file}.draft`
  fs.writeFileSync(draft, JSON.stringify(content), { mode: 0o600 })
  fs.renameSync(draft, file)
}

/**
 * Carries out operator commands while the embedded database is in use. Only one process can open it, so the command
 * writes its request to the data directory and the product writes its response there, as with maintenance.
 */
export class ProductRequests<Request> {
  readonly #channel: RequestChannel<Request>
  readonly #folder: string
  readonly #run: (request: Request) => Promise<CommandAnswer>
  readonly #log: Logger
  #timer: NodeJS.Timeout | null = null
  #is_looking = false
  #stopped = false

  constructor(
    dataDir: string,
    channel: RequestChannel<Request>,
    carryOut: (request: Request) => Promise<CommandAnswer>,
    log: Logger,
  ) {
    this.#channel = channel
    this.#folder = folderIn(dataDir, channel.name)
    this.#run = carryOut
    this.#log = log
  }

  /** Polls for requests every second. */
  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#is_looking) void this.#look()
    }, poll_ms).unref()
  }

  /** Stops polling. A request in progress is abandoned, because the database closes. */
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
        { error: sentenceOf(error), command: this.#channel.name },
        'a request of the operator could not be answered',
      )
    } finally {
      this.#is_looking = false
    }
  }

  async #take(id: string): Promise<void> {
    const requestFile = fileOf(this.#folder, id, 'ask')
    const text = fs.readFileSync(requestFile, 'utf8')
    fs.rmSync(requestFile)
    const answered = await this.#answer(text)
    writeWhole(fileOf(this.#folder, id, 'answer'), answered)
  }

  async #answer(text: string): Promise<CommandAnswer> {
    try {
      return await this.#run(this.#channel.request.parse(JSON.parse(text)))
    } catch (error) {
      const why = this.#stopped ? 'The product is stopping. Run the command again.' : sentenceOf(error)
      return { code: 2, lines: [why] }
    }
  }
}

/**
 * Requests a command from the product that uses a data directory. Throws an error with a message for the operator
 * when it does not respond: its release may not support such requests, or it may have stopped in the meantime.
 */
export async function callRunningProduct<Request>(
  dataDir: string,
  channel: RequestChannel<Request>,
  request: Request,
  timeoutMs = take_over_ms,
): Promise<CommandAnswer> {
  const folder = folderIn(dataDir, channel.name)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const id = randomUUID()
  const requestFile = fileOf(folder, id, 'ask')
  const answer = fileOf(folder, id, 'answer')
  writeWhole(requestFile, request)
  try {
    for (let waited = 0; !fs.existsSync(answer); waited += wait_ms) {
      const holder = directoryHolder(dataDir)
      if (holder === null) throw new Error('The product has stopped in the meantime. Run the command again.')
      if (waited >= timeoutMs && fs.existsSync(requestFile))
        throw new Error(
          `The product that uses this data directory (process id ${holder.pid} on ${holder.host}) does not accept the request. Stop it, run the command again, then start it.`,
        )
      await wait(wait_ms)
    }
    return CommandAnswer.parse(JSON.parse(fs.readFileSync(answer, 'utf8')))
  } finally {
    for (const file of [requestFile, answer]) fs.rmSync(file, { force: true })
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
