import { setTimeout as wait } from 'node:timers/promises'
import {
  usual_behaviour,
  type Behaviour,
  type FakeName,
  type FakeNetwork,
  type FakeReport,
} from '../../server/dev/fakes/lockers/network.ts'
import { reportCall } from '../../server/dev/fakes/lockers/reports.ts'
import { report_key } from './company.ts'
import type { Product } from '../proofs/product.ts'
import type { Tally } from '../proofs/tally.ts'

/** How often a network changes its behaviour, in ms, and how long it stays away when it is down. */
const change_ms = 200
const down_ms = 3_000
/** At most so many reports of a network are on their way at a time. */
const max_on_their_way = 4

/** Misbehaviour by its share of the time. */
const misbehaviour: readonly { share: number; name: string; behaviour: Partial<Behaviour> }[] = [
  { share: 0.07, name: 'does it and answers 500', behaviour: { answers: 'lost' } },
  { share: 0.05, name: 'has no free door', behaviour: { doors: 'full' } },
  { share: 0.05, name: 'gives the smallest door', behaviour: { doors: 'wrong size' } },
  { share: 0.005, name: 'is down', behaviour: { answers: 'down' } },
]

interface Queued {
  report: FakeReport
  due: number
}

/**
 * Plays a network that misbehaves: it changes its behaviour at random, and sends its reports late, twice and in any
 * order, each until it is confirmed.
 */
export class MisbehavingNetwork {
  readonly #network: FakeNetwork
  readonly #product: Product
  readonly #tally: Tally
  readonly #random: () => number
  readonly #queue: Queued[] = []
  readonly #over = new AbortController()
  #on_their_way = 0
  /** Ids of the reports that the product has confirmed. */
  readonly confirmed = new Set<number>()

  constructor(network: FakeNetwork, about: { product: Product; tally: Tally; random: () => number }) {
    this.#network = network
    this.#product = about.product
    this.#tally = about.tally
    this.#random = about.random
  }

  get name(): FakeName {
    return this.#network.name
  }

  /** Changes the behaviour until `end` is called, and sends reports until all are confirmed after it. */
  async run(): Promise<void> {
    await Promise.all([this.#misbehave(), this.#report()])
  }

  end(): void {
    this.#over.abort()
  }

  async #misbehave(): Promise<void> {
    while (!this.#over.signal.aborted) {
      let left = this.#random()
      const next = misbehaviour.find(({ share }) => (left -= share) < 0)
      this.#network.behaviour = { ...usual_behaviour, ...next?.behaviour }
      if (next) this.#tally.count(`periods in which a network ${next.name}`)
      await wait(next?.behaviour.answers === 'down' ? down_ms : change_ms)
    }
    this.#network.behaviour = usual_behaviour
  }

  async #report(): Promise<void> {
    for (;;) {
      for (const report of this.#network.takeReports()) this.#enqueue(report)
      const now = Date.now()
      this.#queue.sort((one, other) => one.due - other.due)
      while (this.#on_their_way < max_on_their_way && (this.#queue[0]?.due ?? Infinity) <= now)
        void this.#send(this.#queue.shift()!.report)
      if (this.#over.signal.aborted && this.#queue.length === 0 && this.#on_their_way === 0) return
      await wait(20)
    }
  }

  #enqueue(report: FakeReport): void {
    const isLate = this.#random() < 0.2
    const due = () => Date.now() + this.#random() * (isLate ? 6_000 : 400)
    this.#tally.count('reports of networks')
    if (isLate) this.#tally.count('reports of networks that came late or after later ones')
    this.#queue.push({ report, due: due() })
    if (this.#random() > 0.15) return
    this.#tally.count('reports of networks that came twice')
    this.#queue.push({ report, due: due() })
  }

  async #send(report: FakeReport): Promise<void> {
    this.#on_their_way += 1
    const { name } = this.#network
    try {
      await this.#product.call({
        path: `/api/pickup-points/events/${name}`,
        ...reportCall(name, report, report_key, new Date()),
      })
      this.confirmed.add(report.id)
    } catch (error) {
      this.#tally.violate(`Report ${report.id} of ${name} was refused: ${String(error)}`)
    }
    this.#on_their_way -= 1
  }
}
