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
import { makePayments } from './payments.ts'
import { hours, nextWithin, officeHoursBefore, workingDayBefore } from './working-day.ts'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'

const seed = 20_261_121
/** The demonstration's shipments, unless a test asks for fewer. */
export const demo_shipments = 2_000
const first_batch = 300
/** How many of them were booked last, at any hour, in the shops of customers; and how far apart. */
const from_shops = 24
const apart_minutes = 30
/** Office hours in which the first batch was booked, and everything. */
const first_hours = 40
const all_hours = 420
/** Shipments that were loaded on the evening before their day, out of all. */
const loaded_early = 0.3
const payments_in_all = 40
const first_payments = 6
/** How many take the other hours of a step that has some. */
const alternative = 0.45
const evening_load = hours(17, 17.8)
/** Before anybody waits for the database, so many lives go on in one transaction; later one, which lets others in between. */
const first_at_once = 25
/** The share of what an account may spend from which on it has paid. */
const settled_from = 0.4
/** Charges older than this are invoiced, younger ones wait for the next run. */
const invoiced_until_hours = 24

/** What a driver says, not a hub. */
const driven: ReadonlySet<string> = new Set([
  'collected',
  'out-for-delivery',
  'delivered',
  'delivery-failed-attempt',
])

/** A runtime whose clock stands in the past and whose chance repeats; nothing is sent to anybody about history. */
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
            run: (ctx: Context, payload: unknown) => subscriber.run({ ...ctx, now: self.now }, payload),
          }
        : [],
    ),
  }
  return self
}

/** Fills the company with its history, newest work first; `tell` hears how far it is. */
export class DemoHistory {
  readonly #demo: Demo
  readonly #past: Past
  readonly #started_at: Date
  readonly #trips: DemoTrips
  readonly #in_all: number
  #made = 0

  constructor(runtime: Runtime, demo: Demo, inAll: number) {
    this.#in_all = inAll
    this.#demo = demo
    this.#past = past(runtime)
    this.#started_at = runtime.clock()
    this.#trips = new DemoTrips(this.#started_at, demo.map)
  }

  /** The first shipments: today's work, so that every screen has something to show. */
  async fillFirst(tell: (made: number) => void): Promise<void> {
    await this.#fillTo(first_batch, first_at_once, tell)
    // A new database knows nothing about its tables yet, and would read whole ones for every load.
    await this.#past.runtime.pool.query('ANALYZE')
    await this.#createManifests()
    await this.#invoice()
    await makePayments(this.#past, this.#demo, this.#started_at, 0, first_payments)
  }

  /** The loads on which the newest shipments travel, as the hubs would have scanned them. */
  async #createManifests(): Promise<void> {
    await this.#trips.setUp((opened, tx) => {
      this.#past.now = opened
      return asSystem(this.#past.runtime, this.#demo.provider_id, (ctx) =>
        tx({ ...ctx, actor: { ...ctx.actor, username: 'bongani' } }),
      )
    })
  }

  /** Everything older, in the background; stops when asked. */
  async fillRest(tell: (made: number) => void, isStopping: () => boolean): Promise<void> {
    await this.#fillTo(this.#in_all, 1, tell, isStopping)
    if (isStopping()) return
    await this.#invoice()
    await makePayments(this.#past, this.#demo, this.#started_at, first_payments, payments_in_all)
  }

  async #fillTo(
    count: number,
    atOnce: number,
    tell: (made: number) => void,
    isStopping: () => boolean = () => false,
  ): Promise<void> {
    while (this.#made < count && !isStopping()) {
      const lives: Life[] = []
      for (const until = this.#made + atOnce; this.#made < until; this.#made += 1) {
        lives.push(...(await this.#book(this.#made)))
        if ((this.#made + 1) % 100 === 0) tell(this.#made + 1)
      }
      if (this.#made % 100 === 0) await this.#settle()
      await asSystem(this.#past.runtime, this.#demo.provider_id, (ctx) =>
        Promise.all(lives.map((life) => live(ctx, life))),
      )
    }
  }

  /** Customers who have spent most of what they may have paid then, so that everybody can book all along. */
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

  /** Charges of all periods that have ended become invoices, as the nightly run would have made them. */
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

  /** Books one; answers the life before it, if it has one. */
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

  /** The newest come from shops at any hour, all others in office hours. */
  #bookedAt(index: number): Date {
    const minutes = this.#past.chance.whole(0, apart_minutes)
    if (index < from_shops) return minutesBefore(this.#started_at, index * apart_minutes + minutes)
    const share = (index - from_shops) / (first_batch - from_shops)
    const rest = (index - first_batch) / (this.#in_all - first_batch)
    const age = index < first_batch ? share * first_hours : first_hours + rest * (all_hours - first_hours)
    return officeHoursBefore(this.#started_at, age + minutes / 60)
  }

  /** Whose it is: every ninth is the first account's, as whose people customers sign in here; the others by chance. */
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

  /** The steps of a life as far as the present, each at its time: in working hours, and on the days that were promised. */
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

  /** When it first leaves the hub: on the first promised day, or loaded on the evening before; and from when it may arrive. */
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

/** The beginning of the day of a moment. */
function startOfDay(moment: Date | null): number {
  return moment ? momentAt(dayNumberOf(moment), 0).getTime() : 0
}

const minutesBefore = (moment: Date, minutes: number): Date => new Date(moment.getTime() - minutes * 60_000)

/** What happens to a shipment after it was booked. */
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
