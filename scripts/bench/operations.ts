import { randomUUID } from 'node:crypto'
import { bulkDriver, bulkNumber, bulkReference } from '../../server/dev/bench/bulk-load.ts'
import { booking, quote } from './booking-texts.ts'
import type { Request } from './connection.ts'
import type { Setup } from './setup.ts'

/** One kind of request that is measured, and the file in `lean` that stores or reads the same; null without one. */
export interface Operation {
  name: string
  lean: { file: string; variables?: Record<string, number> } | null
  /** The query that counts what such requests have changed, so that none that changed nothing is measured. */
  counted_by?: string
  /** Returns the next request; undefined when no loaded shipment is left for it. */
  next(): Request | undefined
}

/** The fields that a shop reads to display the state of its orders. */
const some_fields = 'id,status,tracking_reference,customer_reference,time_created,delivered_date'

/** The requests of all callers of a loaded company. Each loaded shipment is scanned or delivered once at most. */
export class Operations {
  readonly #setup: Setup
  #scanned = 0
  #delivered = 0

  constructor(setup: Setup) {
    this.#setup = setup
  }

  all(): Operation[] {
    const { shipments, accounts, staff, owners } = this.#setup
    const deepOfAccount = Math.min(2_000, Math.max(0, Math.floor(shipments / accounts) - 40))
    const page = (name: string, tokens: readonly string[], offset: number, lean: string | null = null) =>
      read(name, lean, tokens, () => `/shipments/rows?limit=20&offset=${offset}`)
    return [
      page('list, first page, staff', staff, 0, 'list'),
      page('list, deep page, staff', staff, Math.min(9_980, shipments - 40)),
      page('list, first page, one account', owners, 0),
      page('list, deep page, one account', owners, deepOfAccount),
      read('GET /shipments, 20, staff', 'whole-shipments', staff, () => '/shipments?limit=20'),
      read(
        'GET /shipments, 20, 6 fields, staff',
        null,
        staff,
        () => `/shipments?limit=20&fields=${some_fields}`,
      ),
      read(
        'look-up by reference',
        'look-up',
        staff,
        () => `/ui/nav-search?search_query=${bulkReference(1 + Math.floor(Math.random() * shipments))}`,
      ),
      read('detail', null, staff, () => `/shipments/detail?id=${1 + Math.floor(Math.random() * shipments)}`),
      this.booking(1),
      this.booking(3),
      {
        name: 'hub scan',
        lean: { file: 'scan' },
        counted_by: 'SELECT count(*) FROM hub_scan WHERE effect IS NOT NULL',
        next: () => this.scan(),
      },
      {
        name: 'delivery by a driver',
        lean: { file: 'delivery' },
        counted_by: "SELECT count(*) FROM driver_action WHERE type = 'deliver' AND result = 'applied'",
        next: () => this.#delivery(),
      },
      {
        name: 'rates',
        lean: null,
        next: () => ({ method: 'POST', path: '/rates', token: oneOf(owners), body: quote() }),
      },
    ]
  }

  /** Bookings of all accounts, by their API keys, each with an idempotency key. */
  booking(parcels: number): Operation {
    return {
      name: `booking, ${parcels} parcel${parcels === 1 ? '' : 's'}`,
      lean: { file: 'booking', variables: { parcels } },
      counted_by: 'SELECT count(*) FROM shipment',
      next: () => ({
        method: 'POST',
        path: '/shipments',
        token: oneOf(this.#setup.keys),
        key: randomUUID(),
        body: booking(parcels),
      }),
    }
  }

  /** Returns the scan of a parcel that arrives at its destination. */
  scan(): Request | undefined {
    const n = bulkNumber('in-transit', this.#scanned, this.#setup.shipments)
    this.#scanned += 1
    if (n === undefined) return undefined
    return {
      method: 'POST',
      path: '/tracking/shipment-events',
      token: oneOf(this.#setup.staff),
      body: {
        parcel_reference: `${bulkReference(n)}/1`,
        mode: 'arrive',
        branch_id: this.#setup.branch_id,
        scan_id: randomUUID(),
        scanned_at: new Date().toISOString(),
      },
    }
  }

  /** Returns the delivery of a shipment by its driver, without the PIN of the receiver. */
  #delivery(): Request | undefined {
    const n = bulkNumber('out-for-delivery', this.#delivered, this.#setup.shipments)
    this.#delivered += 1
    if (n === undefined) return undefined
    const references = Array.from({ length: 1 + (n % 2) }, (_, at) => `${bulkReference(n)}/${at + 1}`)
    return driverAction(this.#setup, bulkDriver(n), {
      type: 'deliver',
      shipment_id: n,
      scanned_references: references,
      payload: { name: 'Naledi Mokoena', photos: ['6f1d2a.jpg'] },
    })
  }
}

/** Returns the report of one action by a driver. */
export function driverAction(setup: Setup, driver: string, action: object): Request {
  return {
    method: 'POST',
    path: '/drivers/actions',
    token: setup.drivers[Number(driver.split('-')[1])] ?? '',
    body: {
      actions: [{ action_id: randomUUID(), occurred_at: new Date().toISOString(), ...action }],
    },
  }
}

function read(name: string, lean: string | null, tokens: readonly string[], path: () => string): Operation {
  return {
    name,
    lean: lean === null ? null : { file: lean },
    next: () => ({ method: 'GET', path: path(), token: oneOf(tokens) }),
  }
}

function oneOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('Nothing to choose from.')
  return item
}
