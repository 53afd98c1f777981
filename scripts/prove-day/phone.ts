import { driversApi } from '@waybill/domain/drivers/api'
import type { ActionResult, Stop, TripSheet } from '@waybill/domain/drivers/model'
import type { Caller } from '../../server/dev/test-kit/provider.ts'
import type * as Visits from '../../web/src/drivers/day/visits.ts'
import type * as ActionContents from '../../web/src/drivers/phone/action-content.ts'
import type { ActionContent } from '../../web/src/drivers/phone/action-content.ts'
import type * as EvidenceChain from '../../web/src/drivers/phone/evidence-chain.ts'
import type * as PhoneClock from '../../web/src/drivers/phone/phone-clock.ts'
import type * as PhoneStore from '../../web/src/drivers/phone/phone-store.ts'
import type * as ReceiptNumbers from '../../web/src/drivers/phone/receipt-numbers.ts'
import type * as ReserveNumbers from '../../web/src/drivers/phone/reserve-numbers.ts'
import type * as SendAction from '../../web/src/drivers/phone/send-action.ts'
import type * as SideActions from '../../web/src/drivers/phone/side-actions.ts'
import type { SideAction } from '../../web/src/drivers/phone/side-actions.ts'
import type * as StoreActions from '../../web/src/drivers/phone/store-actions.ts'
import type { Recorded } from '../../web/src/drivers/phone/store-actions.ts'
import type { Mark } from '../../web/src/drivers/stops/stop-rules.ts'
import type { StopView } from '../../web/src/drivers/stops/trip-sheet-stops.ts'
import type * as TripSheetStops from '../../web/src/drivers/stops/trip-sheet-stops.ts'
import type * as Api from '../../web/src/kit/api/call.ts'
import type * as Session from '../../web/src/kit/api/session.ts'
import type { OfflineQueue, QueueItem } from '../../web/src/kit/queue/offline-queue.ts'
import type * as Queues from '../../web/src/kit/queue/offline-queue.ts'
import { signIn, type Company } from './company.ts'
import { offPage, Tab, type Device } from './device.ts'

/** The modules of the driver's pages, as loaded by one page. */
function loadPages(tab: Tab) {
  return {
    visits: tab.load<typeof Visits>('drivers/day/visits.ts'),
    contents: tab.load<typeof ActionContents>('drivers/phone/action-content.ts'),
    evidence: tab.load<typeof EvidenceChain>('drivers/phone/evidence-chain.ts'),
    clock: tab.load<typeof PhoneClock>('drivers/phone/phone-clock.ts'),
    store: tab.load<typeof PhoneStore>('drivers/phone/phone-store.ts'),
    receipts: tab.load<typeof ReceiptNumbers>('drivers/phone/receipt-numbers.ts'),
    reserve: tab.load<typeof ReserveNumbers>('drivers/phone/reserve-numbers.ts'),
    send: tab.load<typeof SendAction>('drivers/phone/send-action.ts'),
    sides: tab.load<typeof SideActions>('drivers/phone/side-actions.ts'),
    storing: tab.load<typeof StoreActions>('drivers/phone/store-actions.ts'),
    stops: tab.load<typeof TripSheetStops>('drivers/stops/trip-sheet-stops.ts'),
    api: tab.load<typeof Api>('kit/api/call.ts'),
    session: tab.load<typeof Session>('kit/api/session.ts'),
    queues: tab.load<typeof Queues>('kit/queue/offline-queue.ts'),
  }
}
type Pages = ReturnType<typeof loadPages>

/** Milliseconds between two reads of the trip sheet while the page is open. */
const sheet_every_ms = 20_000

/** The driver's pages on one phone: what `useDriverApp` does, without drawing it. */
export class Phone {
  readonly #company: Company
  readonly #driver: Caller
  readonly device: Device
  #tab: Tab
  #pages!: Pages
  #queue!: OfflineQueue<ActionContent, ActionResult>
  #arrivals!: OfflineQueue<SideAction, ActionResult>
  #sheet: TripSheet | null = null
  #sent: (Mark & { sent_at: number })[] = []
  #signingIn: Promise<void> | null = null
  #timer: ReturnType<typeof setInterval> | undefined
  /** The answers of the server to actions, by action id. */
  readonly answers = new Map<string, ActionResult>()
  /** Rejected actions that a page showed, by action id, with the message. */
  readonly refusals = new Map<string, string>()

  constructor(company: Company, driver: Caller, device: Device) {
    this.#company = company
    this.#driver = driver
    this.device = device
    this.#tab = new Tab(device)
    device.localStorage.setItem('access_token', driver.token ?? '')
    device.network.onUp.add(() => this.#online())
  }

  get pages(): Pages {
    return this.#pages
  }

  get queue(): OfflineQueue<ActionContent, ActionResult> {
    return this.#queue
  }

  get username(): string {
    return this.#driver.username
  }

  get stops(): TripSheet['stops'] {
    return this.#sheet?.stops ?? []
  }

  /** Opens the page, or loads it again: its memory is gone, what it has stored is not. */
  async open(): Promise<void> {
    this.close()
    this.#tab = new Tab(this.device)
    this.#sheet = null
    this.#sent = []
    const pages = loadPages(this.#tab)
    this.#pages = pages
    await this.run(async () => {
      pages.session.onSessionChange((change) => change === 'ended' && void this.#signInAgain())
      this.#queue = new pages.queues.OfflineQueue<ActionContent, ActionResult>(
        `driver-actions:${this.username}`,
        {
          send: ({ id, content }) => pages.send.sendAction(id, content),
          sent: (item, answer) => this.#noteSent(item, answer),
          refused: ({ id, refusal, content }, { code }) => {
            this.refusals.set(id, refusal ?? '')
            pages.receipts.noteUsed(this.username, content, code)
          },
        },
      )
      this.#arrivals = new pages.queues.OfflineQueue<SideAction, ActionResult>(
        `driver-arrivals:${this.username}`,
        {
          send: ({ id, content }) => pages.sides.sendSideAction(id, content),
          refused: ({ id, refusal }) => {
            this.refusals.set(id, refusal ?? '')
            void this.#arrivals.forget(id)
          },
        },
      )
      const stored = await pages.store.storedSheet(this.username)
      this.#sheet = stored?.sheet ?? null
      await this.drain()
    })
    this.#timer = setInterval(() => void this.readSheet(), sheet_every_ms)
    void this.readSheet()
  }

  /** Leaves the page. */
  close(): void {
    clearInterval(this.#timer)
    this.#tab.close()
    if (this.#queue) this.#queue.stop()
    if (this.#arrivals) this.#arrivals.stop()
  }

  /** Runs code as on the page. */
  run<Result>(action: () => Result): Result {
    return this.#tab.run(action)
  }

  /** Reads the trip sheet, if there is signal. */
  readSheet(): Promise<void> {
    const tab = this.#tab
    const { api, store, stops, clock, reserve, contents } = this.#pages
    return tab.run(async () => {
      try {
        const read = await api.call(driversApi.tripSheet, {})
        if (!tab.isOpen) return
        this.#sheet = stops.withSteadyStops(read, this.#sheet)
        const readAt = Date.now()
        this.#sent = contents.newerMarks(this.#sent, readAt)
        await store.storeSheet(this.username, this.#sheet, readAt)
        await clock.compareClocks()
        if (this.#sheet.stops.some(({ shipments }) => shipments.some(({ cod_due }) => cod_due > 0)))
          await reserve.reserveNumbers(this.username)
      } catch {
        // Without signal the page goes on with what it has.
      }
    })
  }

  /** The stops as the driver sees them. */
  views(): StopView[] {
    if (!this.#sheet) return []
    const marks = this.#pages.contents.marksOf(this.#queue.state.read(), this.#sent)
    return this.#pages.stops.viewStops(this.#sheet, marks)
  }

  /** Stores actions and returns their ids. */
  record(contents: readonly Recorded[], holdMs = 0): Promise<string[]> {
    return this.run(() =>
      this.#pages.storing.storeActions(this.#queue, contents, { username: this.username, hold_ms: holdMs }),
    )
  }

  /** Takes actions back that can still be undone; returns whether all of them were. */
  undo(ids: readonly string[]): Promise<boolean> {
    return this.run(async () => {
      const held = this.#queue.state.read().waiting.filter(({ id }) => ids.includes(id))
      const taken = await Promise.all(ids.map((id) => this.#queue.takeBack(id)))
      if (!taken.every(Boolean)) return false
      for (const { content } of held.toReversed())
        this.#pages.evidence.unbindEvidence(this.username, content.action)
      return true
    })
  }

  /** Stores that the driver is at a stop, as the pages that end one do; returns the new arrivals, one for each shipment. */
  arrive(stop: Stop): Promise<{ id: string; shipment_id: number | null }[]> {
    return this.run(async () => {
      const added: { id: string; shipment_id: number | null }[] = []
      const queue: Visits.ArrivalQueue = {
        add: (content, id) => {
          if (id !== undefined) added.push({ id, shipment_id: content.shipment_id ?? null })
          return this.#arrivals.add(content, id)
        },
      }
      await this.#pages.visits.noteArrival(queue, this.username, stop)
      return added
    })
  }

  /** Sends what waits, if there is signal. */
  drain(): Promise<void> {
    return this.run(async () => {
      await Promise.all([this.#queue.drain(), this.#arrivals.drain()])
    })
  }

  /** Whether everything was sent. */
  get isEmpty(): boolean {
    return [this.#queue, this.#arrivals].every(({ state }) => state.read().waiting.length === 0)
  }

  #noteSent(item: QueueItem<ActionContent>, answer: ActionResult): void {
    const { contents, receipts } = this.#pages
    this.answers.set(item.id, answer)
    receipts.noteUsed(this.username, item.content)
    for (const { id } of contents.replacedBy(item.content.action, this.#queue.state.read().refused))
      void this.#queue.forget(id)
    this.#sent = [...this.#sent, { ...contents.markOf(item, 'sent'), sent_at: Date.now() }]
    if (this.#queue.state.read().waiting.length === 0) void this.readSheet()
  }

  #online(): void {
    if (!this.#tab.isOpen || !this.#queue) return
    void this.drain()
    void this.readSheet()
  }

  /** The session has ended: the driver signs in again, and what waits on the phone is sent with the new session. */
  async #signInAgain(): Promise<void> {
    this.#signingIn ??= (async () => {
      const token = await offPage(() => signIn(this.#company, this.#driver))
      this.run(() => {
        this.#pages.session.clearSession()
        this.#pages.session.storeToken(token)
      })
      this.#signingIn = null
      this.#online()
    })()
    await this.#signingIn
  }
}
