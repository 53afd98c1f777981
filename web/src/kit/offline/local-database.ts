import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** Names of errors of a connection that the browser has closed: after a frozen page, or when its database process ended. */
const closed_names = ['InvalidStateError', 'UnknownError']

/**
 * An IndexedDB database of this device. Browsers close connections on their own, for example of a frozen page; the next
 * step then opens another one.
 */
export class LocalDatabase<Schema extends DBSchema> {
  readonly #name: string
  readonly #version: number
  readonly #upgrade: (fresh: IDBPDatabase<Schema>, from: number) => void
  #opened: Promise<IDBPDatabase<Schema>> | null = null

  constructor(name: string, version: number, upgrade: (fresh: IDBPDatabase<Schema>, from: number) => void) {
    this.#name = name
    this.#version = version
    this.#upgrade = upgrade
  }

  /**
   * Runs a step, once more with another connection when the present one is closed, so a step must be repeatable. Rejects
   * while a tab of an older release prevents the upgrade, and when the device has no room.
   */
  async run<Result>(step: (database: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
    try {
      return await step(await this.#open())
    } catch (thrown) {
      if (!(thrown instanceof Error) || !closed_names.includes(thrown.name)) throw thrown
      this.#opened = null
      return step(await this.#open())
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    const forget = (): void => {
      this.#opened = null
    }
    this.#opened ??= new Promise((resolve, reject) => {
      const opening = openDB<Schema>(this.#name, this.#version, {
        upgrade: this.#upgrade,
        blocked: () => {
          forget()
          reject(new Error('Another tab uses the store of an older release.'))
        },
        // A tab of a newer release waits until this one closes the database.
        blocking: () => {
          forget()
          void opening.then((database) => database.close())
        },
        terminated: forget,
      })
      opening.then(resolve, (thrown: unknown) => {
        forget()
        reject(thrown instanceof Error ? thrown : new Error(String(thrown)))
      })
    })
    return this.#opened
  }
}
