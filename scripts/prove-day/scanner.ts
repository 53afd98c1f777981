import type { ScanAnswer } from '@waybill/domain/hub/model'
import type { Caller } from '../../server/dev/test-kit/provider.ts'
import type * as RepeatWindows from '../../web/src/hub/scanner/repeat-window.ts'
import type * as ScanQueue from '../../web/src/hub/pages/scan-queue.ts'
import type { Queued, ScanSetup } from '../../web/src/hub/pages/scan-queue.ts'
import type * as ScanSessions from '../../web/src/hub/scanner/scan-session.ts'
import type * as StationMemory from '../../web/src/hub/station/station-memory.ts'
import type * as NewKey from '../../web/src/kit/api/new-key.ts'
import type { OfflineQueue } from '../../web/src/kit/queue/offline-queue.ts'
import type * as Queues from '../../web/src/kit/queue/offline-queue.ts'
import type * as DeviceClock from '../../web/src/kit/session/device-clock.ts'
import { Tab, type Device } from './device.ts'

function loadPages(tab: Tab) {
  return {
    repeats: tab.load<typeof RepeatWindows>('hub/scanner/repeat-window.ts'),
    queue: tab.load<typeof ScanQueue>('hub/pages/scan-queue.ts'),
    session: tab.load<typeof ScanSessions>('hub/scanner/scan-session.ts'),
    memory: tab.load<typeof StationMemory>('hub/station/station-memory.ts'),
    keys: tab.load<typeof NewKey>('kit/api/new-key.ts'),
    queues: tab.load<typeof Queues>('kit/queue/offline-queue.ts'),
    clock: tab.load<typeof DeviceClock>('kit/session/device-clock.ts'),
  }
}

/** A verdict as the page shows it, and how long after the scan it did, in ms. */
export interface Shown {
  answer: ScanAnswer
  after_ms: number
  /** Whether it was answered at the first attempt, with nothing before it waiting for its repeat. */
  isAtOnce: boolean
}

/** The page of the hub scanner on one device: what `useScanStation` does, without drawing it. */
export class Scanner {
  readonly #operator: Caller
  readonly #device: Device
  #tab: Tab
  #pages!: ReturnType<typeof loadPages>
  #queue!: OfflineQueue<Queued, void>
  #repeats!: RepeatWindows.RepeatWindow
  readonly #scanned = new Map<string, { at: number; isFree: boolean }>()
  /** Verdicts by scan id. */
  readonly shown = new Map<string, Shown>()
  /** Answers to undos, by the id of the scan that they undo. */
  readonly undone = new Map<string, string>()

  constructor(operator: Caller, device: Device) {
    this.#operator = operator
    this.#device = device
    this.#tab = new Tab(device)
    device.localStorage.setItem('access_token', operator.token ?? '')
    device.network.onUp.add(() => this.drain())
  }

  get isEmpty(): boolean {
    return this.#queue.state.read().waiting.length === 0
  }

  /** Whether there is signal and nothing waits for its repeat. */
  #isFree(): boolean {
    return this.#device.network.isUp && this.#queue.state.read().waiting.every(({ tries }) => tries === 0)
  }

  /** Opens the page, or loads it again. */
  async open(): Promise<void> {
    this.close()
    this.#tab = new Tab(this.#device)
    const pages = loadPages(this.#tab)
    this.#pages = pages
    this.#repeats = new pages.repeats.RepeatWindow()
    const { username } = this.#operator
    await this.#tab.run(async () => {
      this.#queue = new pages.queues.OfflineQueue<Queued, void>(`hub-scans:${username}`, {
        ...pages.queue.scan_order,
        send: async ({ id, content, tries }) => {
          if ('undoes' in content) {
            const answer = await pages.queue.sendUndo(id, content)
            pages.memory.changeSession(username, (now) => pages.session.undone(now, answer))
            this.undone.set(content.undoes, answer.code)
            return
          }
          const answer = await pages.queue.sendScan(id, content)
          pages.memory.changeSession(username, (now) => pages.session.answered(now, id, content, answer))
          const scanned = this.#scanned.get(id)
          if (scanned)
            this.shown.set(id, {
              answer,
              after_ms: performance.now() - scanned.at,
              isAtOnce: scanned.isFree && tries === 0,
            })
        },
        refused: ({ id, content, refusal }) => {
          this.undone.set('undoes' in content ? content.undoes : id, `refused: ${refusal}`)
          void this.#queue.forget(id)
        },
      })
      await pages.queue.compareStationClock()
      await this.#queue.drain()
    })
  }

  close(): void {
    this.#tab.close()
    if (this.#queue) this.#queue.stop()
  }

  drain(): void {
    if (this.#tab.isOpen && this.#queue) void this.#tab.run(() => this.#queue.drain())
  }

  /** Reads a label at a station. Returns the id of the scan; `null` when the page counts it as a repeat. */
  async scan(station: ScanSetup, reference: string): Promise<string | null> {
    const { memory, session, queue, keys } = this.#pages
    const { username } = this.#operator
    return this.#tab.run(async () => {
      if (this.#repeats.isRepeat(JSON.stringify({ ...station, reference }), Date.now())) {
        memory.changeSession(username, session.repeated)
        return null
      }
      const content = queue.contentOf(station, reference)
      const scanId = keys.newKey()
      this.#scanned.set(scanId, { at: performance.now(), isFree: this.#isFree() })
      await this.#queue.add(content, scanId)
      const { isOffline } = this.#queue.state.read()
      memory.changeSession(username, (now) => session.scanStored(now, scanId, content, isOffline))
      return scanId
    })
  }

  /** Undoes the last scan. Returns its id; `null` when the page says that it cannot. */
  async undo(): Promise<string | null> {
    const { memory, session } = this.#pages
    const { username } = this.#operator
    return this.#tab.run(async () => {
      const now = memory.sessionOf(username).read()
      const last = now && session.undoable(now)
      if (!last || 'why' in last) return null
      const { scan_id: undoes, reference } = last
      memory.changeSession(username, (one) => session.undoRequested(one, undoes, false))
      this.#repeats.forget()
      await this.#queue.add({ undoes, reference, undone_at: new Date(), ...this.#pages.clock.offsetNow() })
      return undoes
    })
  }
}
