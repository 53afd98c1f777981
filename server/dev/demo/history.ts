import { setTimeout } from 'node:timers/promises'
import { spendable } from '@waybill/domain/accounts/affordability'
import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { systemActor, type Actor } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { Problem } from '@waybill/domain/kit/problem'
import { dayNumberOf, momentAt } from '@waybill/domain/kit/dates/calendar'
import { enterStatus, lockShipment, readParcels } from '../../src/shipments/index.ts'
import { issueInvoices } from '../../src/billing/index.ts'
import { callHandler } from '../call-handler.ts'
import { queueing_listeners } from '../../src/integrations/index.ts'
import type { Context } from '../../src/kit/handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { asSystem } from '../../src/main/install.ts'
import { jobFacts } from '../../src/jobs/outbox.ts'
import { externalContext } from '../../src/db/transaction.ts'
import { SeededRandom } from './seeded-random.ts'
import { demo_top_up, type DemoAccount } from './accounts.ts'
import { bookingOf } from './booking.ts'
import type { Demo } from './company.ts'
import { lifeOf, lifeToPoint, type Step } from './lifecycle.ts'
import { DemoTrips } from './manifests.ts'
import { makePayments, makeSettlement } from './payments.ts'
import { hours, nextWithin, officeHoursBefore, workingDayBefore } from './working-day.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

const seed = 20_261_121
/** Number of demo shipments, unless a test requests fewer. */
export const demo_shipments = 2_000
/** Number of shipments with which every screen has data, and how many of them exist before the application is ready. */
const first_batch = 300
const before_ready = 60
/** Number of newest shipments, which web shops of customers book at any hour, and the minutes between two of them. */
const from_shops = 24
const apart_minutes = 30
/** Office hours before now over which the first batch, and all shipments, are spread. */
const first_hours = 40
const all_hours = 420
/** Share of shipments that are loaded on the evening before their delivery day. */
const loaded_early = 0.3
const payments_in_all = 40
const first_payments = 6
/** Share of shipments that use the alternative hours of a step, where it has some. */
const alternative = 0.45
const evening_load = hours(17, 17.8)
/**
 * Number of shipments whose history is written in one transaction while no user waits for the database, while the rest
 * of the first batch is made, and later.
 */
const at_once = { before_ready: 20, first_batch: 5, later: 1 }
/** An account pays once it has spent this share of its limit. */
const settled_from = 0.4
/** Charges older than this number of hours are invoiced. Newer ones wait for the next run. */
const invoiced_until_hours = 24

/** Statuses that a driver records, not a hub. */
const driven: ReadonlySet<string> = new Set([
  'collected',
  'out-for-delivery',
  'delivered',
  'delivery-failed-attempt',
])

/** A runtime with a clock in the past and repeatable random values. It sends no messages about the history. */
interface Past {
  runtime: Runtime
  now: Date
  chance: SeededRandom
}

function past(runtime: Runtime): Past {
  const chance = new SeededRandom(seed)
  const self: Past = { runtime, now: runtime.clock(), chance }
  self.runtime = {
    ...runtime,
    clock: () => self.now,
    random: (alphabet, length) => chance.text(alphabet, length),
    subscribers: runtime.subscribers.flatMap((subscriber) =>
      subscriber.when === 'same transaction' && !queueing_listeners.has(subscriber.listener)
        ? {
            ...subscriber,
            run: (ctx: Context, payload: unknown, known: unknown) =>
              subscriber.run({ ...ctx, now: self.now }, payload, known),
          }
        : [],
    ),
  }
  return self
}

/** Creates the shipment history of the demo company, newest shipments first. `tell` receives the number made so far. */
export class DemoHistory {
  readonly #demo: Demo
  readonly #past: Past
  readonly #started_at: Date
  readonly #trips: DemoTrips
  readonly #in_all: number
  readonly #is_paced: boolean
  #made = 0

  /** `isPaced` leaves at least half of the time to users while the history is made. */
  constructor(runtime: Runtime, demo: Demo, { in_all, is_paced }: { in_all: number; is_paced: boolean }) {
    this.#in_all = in_all
    this.#is_paced = is_paced
    this.#demo = demo
    this.#past = past(runtime)
    this.#started_at = runtime.clock()
    this.#trips = new DemoTrips(this.#started_at, demo.map)
  }

  /** Creates the newest shipments, before the application is ready. */
  async fillNewest(): Promise<void> {
    await this.#fillTo(before_ready, at_once.before_ready, () => undefined)
  }

  /** Creates the rest of the first batch, and the manifests, invoices and payments of the whole batch. */
  async fillFirst(onProgress: (made: number) => void): Promise<void> {
    await this.#fillTo(first_batch, at_once.first_batch, onProgress)
    // A new database has no statistics yet and would scan whole tables for every load.
    await this.#past.runtime.pool.query('ANALYZE')
    await this.#createManifests()
    await this.#invoice()
    await makePayments(this.#past, this.#demo, this.#started_at, 0, first_payments)
    await makeSettlement(this.#past, this.#demo, this.#started_at)
  }

  /** Creates the manifests on which the newest shipments travel, with scans as at the hubs. */
  async #createManifests(): Promise<void> {
    await this.#trips.setUp((opened, tx) => {
      this.#past.now = opened
      return asSystem(this.#past.runtime, this.#demo.provider_id, (ctx) =>
        tx({ ...ctx, actor: { ...ctx.actor, username: 'bongani' } }),
      )
    })
  }

  /** Creates the older history in the background. Stops when `isStopping` returns true. */
  async fillRest(onProgress: (made: number) => void, isStopping: () => boolean): Promise<void> {
    await this.#fillTo(this.#in_all, at_once.later, onProgress, isStopping)
    // Also when it stops: nothing fills the company later, and old charges belong on an invoice.
    if (this.#made > first_batch) await this.#invoice()
    if (isStopping()) return
    await makePayments(this.#past, this.#demo, this.#started_at, first_payments, payments_in_all)
  }

  async #fillTo(
    count: number,
    atOnce: number,
    onProgress: (made: number) => void,
    isStopping: () => boolean = () => false,
  ): Promise<void> {
    while (this.#made < count && !isStopping()) {
      const began = performance.now()
      const lives: Life[] = []
      for (const until = this.#made + atOnce; this.#made < until; this.#made += 1) {
        lives.push(...(await this.#book(this.#made)))
        if ((this.#made + 1) % 100 === 0) onProgress(this.#made + 1)
      }
      if (this.#made % 100 === 0) await this.#settle()
      await asSystem(this.#past.runtime, this.#demo.provider_id, (ctx) =>
        Promise.all(lives.map((life) => live(ctx, life))),
      )
      if (this.#is_paced && atOnce === at_once.later) await setTimeout(performance.now() - began)
    }
  }

  /** Posts payments for accounts that have spent much of their limit, so that all accounts can keep booking. */
  async #settle(): Promise<void> {
    const { provider_id } = this.#demo
    const finance = { ...systemActor(provider_id), username: 'kavitha', name: 'Kavitha Naidoo' }
    const { accounts } = await callHandler(this.#past.runtime, finance, accountsApi.list, {
      ...({} as Input<typeof accountsApi.list>),
      limit: 100,
    })
    for (const account of accounts) {
      if (account.account_type === 'guest') continue
      const usual = account.account_type === 'postpaid' ? account.credit_limit : demo_top_up
      const spent = usual - spendable(account)
      if (spent < usual * settled_from) continue
      await callHandler(this.#past.runtime, finance, billingApi.post, {
        account_id: account.id,
        type: 'payment',
        amount: spent,
        description: 'EFT payment',
      })
    }
  }

  /** Invoices the charges of every account that are older than `invoiced_until_hours`, as the nightly run does. */
  async #invoice(): Promise<void> {
    for (const account of this.#demo.accounts) {
      this.#past.now = this.#started_at
      const actor = systemActor(this.#demo.provider_id)
      const ctx = await externalContext(this.#past.runtime, {
        actor,
        request: jobFacts(this.#past.runtime, 'demo'),
      })
      await issueInvoices(ctx, {
        account_id: account.id,
        up_to: new Date(this.#started_at.getTime() - invoiced_until_hours * hour_ms),
      })
    }
  }

  /**
   * Books one shipment and returns its later steps. Returns an empty array for quotes, unpaid bookings and rejected
   * bookings.
   */
  async #book(index: number): Promise<Life[]> {
    const { chance } = this.#past
    const booked = this.#bookedAt(index)
    this.#past.now = booked
    const account = this.#accountFor(index)
    const point =
      index % 12 === 9 ? this.#demo.points[((index - 9) / 12) % this.#demo.points.length] : undefined
    const input = bookingOf(chance, account, index, point ?? null)
    try {
      const shipment = await callHandler(
        this.#past.runtime,
        this.#sender(account, index),
        shipmentsApi.create,
        input,
      )
      if (input.save_as !== undefined) return []
      const life = point ? lifeToPoint(point.type) : lifeOf(chance, index)
      return [{ shipment_id: shipment.id, steps: this.#timed(shipment, life) }]
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return []
    }
  }

  /** Returns the booking time: any hour for the newest shipments, office hours for all others. */
  #bookedAt(index: number): Date {
    const minutes = this.#past.chance.whole(0, apart_minutes)
    if (index < from_shops) return minutesBefore(this.#started_at, index * apart_minutes + minutes)
    const share = (index - from_shops) / (first_batch - from_shops)
    const rest = (index - first_batch) / (this.#in_all - first_batch)
    const age = index < first_batch ? share * first_hours : first_hours + rest * (all_hours - first_hours)
    return officeHoursBefore(this.#started_at, age + minutes / 60)
  }

  /**
   * Chooses the account. Every ninth shipment belongs to the first account, because the demo customers are its users;
   * the others are random.
   */
  #accountFor(index: number): DemoAccount {
    const { accounts } = this.#demo
    const chosen = this.#past.chance.pick(accounts)
    return (index % 9 === 4 ? accounts[0] : undefined) ?? chosen
  }

  #sender({ code }: DemoAccount, index: number): Actor {
    const system = systemActor(this.#demo.provider_id)
    if (index < from_shops) return { ...system, username: `orders@${code.toLowerCase()}.example` }
    const names = ['thandi', 'aisha', 'lerato', 'johan']
    return { ...system, username: names[index % names.length] ?? 'thandi' }
  }

  /** Returns the steps up to now with their times, in working hours and on the promised days. */
  #timed(shipment: Shipment, steps: readonly Step[]): Life['steps'] {
    const { chance } = this.#past
    const timed: { step: Step; at: Date }[] = []
    this.#trips.begin(shipment)
    let at = Math.max(this.#past.now.getTime(), startOfDay(shipment.estimated_collection))
    let isFirstRound = true
    for (const step of steps) {
      const after = this.#trips.earliest(step.status, at + (step.days ?? 0) * day_ms)
      const share = chance.next()
      const round =
        step.status === 'out-for-delivery' && isFirstRound
          ? this.#firstRound(shipment, step, after, share)
          : null
      if (round) isFirstRound = false
      const within = step.or_within && chance.next() < alternative ? step.or_within : step.within
      const settled = this.#trips.timeOf(step.status, round?.at ?? nextWithin(after, within, share))
      if (settled === null) continue
      if (settled > this.#started_at.getTime()) break
      timed.push({ step, at: new Date(settled) })
      this.#trips.happened(step.status, settled)
      at = round?.next ?? settled
    }
    return timed
  }

  /**
   * Returns when the shipment first leaves for delivery: on the first promised day, or on the evening before. `next`
   * is the time from which the next step may happen.
   */
  #firstRound(
    { estimated_delivery_from }: Shipment,
    { within }: Step,
    after: number,
    share: number,
  ): { at: number; next: number } | null {
    const promised = startOfDay(estimated_delivery_from)
    if (this.#past.chance.next() < loaded_early) {
      const evening = momentAt(workingDayBefore(dayNumberOf(new Date(promised))), 0).getTime()
      const at = nextWithin(Math.max(after, evening), [evening_load], share)
      if (at < promised) return { at, next: promised }
    }
    const at = nextWithin(Math.max(after, promised), within, share)
    return { at, next: at }
  }
}

/** Returns the start of the day of a moment in ms, or 0 for `null`. */
function startOfDay(moment: Date | null): number {
  return moment ? momentAt(dayNumberOf(moment), 0).getTime() : 0
}

const minutesBefore = (moment: Date, minutes: number): Date => new Date(moment.getTime() - minutes * 60_000)

/** The steps of a shipment after it was booked. */
interface Life {
  shipment_id: number
  steps: readonly { step: Step; at: Date }[]
}

async function live(ctx: Context, { shipment_id, steps }: Life): Promise<void> {
  for (const { step, at } of steps) await enter({ ...ctx, now: at }, shipment_id, step)
}

async function enter(ctx: Context, shipmentId: number, step: Step): Promise<void> {
  const [row, parcels] = await Promise.all([lockShipment(ctx, shipmentId), readParcels(ctx, [shipmentId])])
  const branch = step.at ? row[`${step.at}_branch_id`] : null
  const driver = row[`${step.at === 'collection' ? 'collection' : 'delivery'}_agent_id`]
  await enterStatus(ctx, row, {
    to: step.status,
    parcels,
    message: step.message ?? '',
    source: driven.has(step.status) ? (driver ?? 'system') : 'bongani',
    ...(branch && step.status.includes('hub') ? { branch_id: branch } : {}),
    ...(step.status === 'in-transit' ? { branch_id: null } : {}),
  })
}
