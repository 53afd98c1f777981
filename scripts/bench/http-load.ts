import { randomUUID } from 'node:crypto'
import { bulkReference } from '../../server/dev/bench/bulk-load.ts'
import { Connection } from './connection.ts'

/** Result of one measurement; times in ms. */
export interface Figures {
  per_second: number
  p50: number
  p99: number
  errors: number
}

export interface Request {
  method: 'GET' | 'POST'
  path: string
  token: string
  body?: unknown
}

export interface Operation {
  name: string
  /** One request, used to record its SQL statements. */
  example: Request
  run(seconds: number): Promise<Figures>
}

interface Callers {
  api_key: string
  account_key: string
  token: string
  first_account: number
  accounts: number
  branch_id: number
}

const connections = 4

/** The fields that a shop reads to display the state of its orders. */
const some_fields = 'id,status,tracking_reference,customer_reference,time_created,delivered_date'

/** Measures operations with four connections; each sends its next request after the previous response. */
export class Bench {
  readonly #base: string
  readonly #callers: Callers
  readonly #shipments: number
  /** Starts in the middle, with an id that differs from every other number in the statements. */
  #turn: number

  constructor(base: string, callers: Callers, shipments: number) {
    this.#base = base
    this.#callers = callers
    this.#shipments = shipments
    this.#turn = Math.floor(shipments / 20)
  }

  operations(): Operation[] {
    const { token, account_key, api_key, first_account, accounts } = this.#callers
    const deep = Math.min(9_980, this.#shipments - 40)
    const some = () => 1 + Math.floor(Math.random() * this.#shipments)
    const list = (name: string, caller: string, offset: number) =>
      this.#operation(name, () => ({
        method: 'GET',
        path: `/shipments/rows?limit=20&offset=${offset}`,
        token: caller,
      }))
    return [
      list('list, first page, staff', token, 0),
      list('list, deep page, staff', token, deep),
      list('list, first page, one account', account_key, 0),
      list(
        'list, deep page, one account',
        account_key,
        Math.min(2_000, Math.floor(this.#shipments / accounts) - 40),
      ),
      this.#read('whole shipments, 20, staff', '/shipments?limit=20'),
      this.#read('shipments with 6 fields, 20, staff', `/shipments?limit=20&fields=${some_fields}`),
      this.#operation('look-up by reference', () => ({
        method: 'GET',
        path: `/ui/nav-search?search_query=${bulkReference(some())}`,
        token,
      })),
      this.#operation('create shipment', () => ({
        method: 'POST',
        path: '/shipments',
        token: api_key,
        body: booking(first_account + Math.floor(Math.random() * accounts)),
      })),
      this.#operation('hub scan', () => this.scan()),
      this.#operation('rates', () => ({ method: 'POST', path: '/rates', token: account_key, body: quote })),
    ]
  }

  /** Returns the scan of a parcel that was not scanned before. */
  scan(): Request {
    const { token, branch_id } = this.#callers
    return {
      method: 'POST',
      path: '/tracking/shipment-events',
      token,
      body: {
        parcel_reference: `${bulkReference(this.#nextScannable())}/1`,
        mode: 'arrive',
        branch_id,
        scan_id: randomUUID(),
        scanned_at: new Date().toISOString(),
      },
    }
  }

  /** Returns each shipment in transit only once, because a repeated scan has no effect. */
  #nextScannable(): number {
    this.#turn += 1
    return 3 + ((this.#turn * 10) % (this.#shipments - 10))
  }

  /** A request of staff that is the same each time. */
  #read(name: string, path: string): Operation {
    return this.#operation(name, () => ({ method: 'GET', path, token: this.#callers.token }))
  }

  #operation(name: string, next: () => Request): Operation {
    return { name, example: next(), run: (seconds) => this.#measure(next, seconds) }
  }

  async #measure(next: () => Request, seconds: number): Promise<Figures> {
    await this.#load(next, Math.min(2, seconds / 3))
    return this.#load(next, seconds)
  }

  async #load(next: () => Request, seconds: number): Promise<Figures> {
    const times: number[] = []
    let errors = 0
    const until = performance.now() + seconds * 1000
    const started = performance.now()
    const worker = async () => {
      const connection = new Connection(this.#base)
      while (performance.now() < until) {
        const sent = performance.now()
        const status = await connection.send(next())
        times.push(performance.now() - sent)
        if (status !== 200) errors += 1
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: connections }, worker))
    const taken = (performance.now() - started) / 1000
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    return { per_second: times.length / taken, p50: at(0.5), p99: at(0.99), errors }
  }
}

const places = {
  from: {
    company: 'Overberg Books',
    street_address: '14 Bofors Circle',
    local_area: 'Epping',
    city: 'Cape Town',
    code: '7460',
    zone: 'WC',
    lat: -33.93,
    lng: 18.54,
  },
  to: {
    street_address: '31 Bath Avenue',
    local_area: 'Rosebank',
    city: 'Johannesburg',
    code: '2196',
    zone: 'GP',
    lat: -26.14,
    lng: 28.04,
  },
}
const parcel = {
  submitted_length_cm: 42.5,
  submitted_width_cm: 38.5,
  submitted_height_cm: 5.5,
  submitted_weight_kg: 3,
  parcel_description: 'Books',
}
const quote = { collection_address: places.from, delivery_address: places.to, parcels: [parcel] }

function booking(accountId: number) {
  return {
    account_id: accountId,
    collection_address: places.from,
    collection_contact: { name: 'Riaan Jooste', mobile_number: '0215550142' },
    delivery_address: places.to,
    delivery_contact: { name: 'Naledi Mokoena', mobile_number: '0821234567' },
    parcels: [parcel, parcel],
    service_level_code: 'ECO',
  }
}
