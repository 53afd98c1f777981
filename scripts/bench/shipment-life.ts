import { randomUUID } from 'node:crypto'
import { bulkDriver } from '../../server/dev/bench/bulk-load.ts'
import { booking } from './booking-texts.ts'
import { connections } from './http-load.ts'
import type { Cost, Meter } from './meter.ts'
import { driverAction } from './operations.ts'
import type { Request } from './connection.ts'
import type { Product } from './product.ts'
import type { Setup } from './setup.ts'

/** What one shipment leaves in the database after its whole life. */
export interface LifeFigures {
  lives: number
  /** Bytes of all tables with their indexes, and of each table, the largest first. */
  bytes: number
  /** The same without what is removed after two days at the latest. */
  lasting_bytes: number
  /** What one life costs. */
  cost: Cost
  by_table: { table: string; bytes: number }[]
}

const accounts_used = 10

/** Tables of jobs, which are removed when done, and of responses, which are removed after two days. */
const short_lived = ['idempotency_key', 'outbox']

interface Booked {
  id: number
  parcels: { tracking_reference: string }[]
}

/**
 * Leads shipments with one parcel through their life: booking, collection, a scan at either hub, a manifest between them,
 * delivery, invoice, and the e-mails about it. Measures the second of two rounds, when the room of old row versions of
 * the first is used again.
 */
export async function measureLife(
  product: Product,
  setup: Setup,
  meter: Meter,
  lives: number,
): Promise<LifeFigures> {
  await round(product, setup, meter, lives)
  const before = await meter.tableSizes()
  const { cost } = await meter.measure(product, async () => {
    await round(product, setup, meter, lives)
    return { operations: lives }
  })
  const after = await meter.tableSizes()
  const grown = [...after]
    .map(([table, bytes]) => ({ table, bytes: (bytes - (before.get(table) ?? 0)) / lives }))
    .filter(({ bytes }) => bytes !== 0)
    .sort((one, other) => other.bytes - one.bytes)
  const sum = (rows: typeof grown) => rows.reduce((total, { bytes }) => total + bytes, 0)
  return {
    lives,
    cost,
    bytes: sum(grown),
    lasting_bytes: sum(grown.filter(({ table }) => !short_lived.includes(table))),
    by_table: grown,
  }
}

async function round(product: Product, setup: Setup, meter: Meter, lives: number): Promise<void> {
  const { staff, keys, origin_id, branch_id } = setup
  const call = <Answer>(request: Request) => send<Answer>(product, request)
  const [clerk = ''] = staff
  const driver = bulkDriver(0)
  const post = <Answer>(path: string, body: object) =>
    call<Answer>({ method: 'POST', path, token: clerk, body })
  const booked: Booked[] = []
  await each(
    Array.from({ length: lives }, (_, index) => index),
    async (index) => {
      const token = keys[index % accounts_used] ?? ''
      const order = booking(1)
      const withMail = {
        ...order,
        collection_contact: { ...order.collection_contact, email: `sender-${index}@example.com` },
        delivery_contact: { ...order.delivery_contact, email: `receiver-${index}@example.com` },
      }
      booked.push(
        await call<Booked>({ method: 'POST', path: '/shipments', token, key: randomUUID(), body: withMail }),
      )
    },
  )
  const assign = (leg: 'collection' | 'delivery') =>
    post<{ results: { assigned: boolean; message: string }[] }>('/trip-sheet/assign', {
      shipment_ids: booked.map(({ id }) => id),
      leg,
      username: driver,
      assign_anyway: true,
    })
  const report = (type: string) =>
    each(booked, async ({ id, parcels }) => {
      const { results } = await call<{ results: { result: string; message?: string }[] }>(
        driverAction(setup, driver, {
          type,
          shipment_id: id,
          scanned_references: parcels.map((parcel) => parcel.tracking_reference),
          payload: { name: 'Naledi Mokoena', photos: ['6f1d2a.jpg'] },
        }),
      )
      if (results[0]?.result !== 'applied') throw new Error(`${type}: ${JSON.stringify(results)}`)
    })
  const scan = (branchId: number) =>
    each(booked, async ({ parcels }) => {
      const answer = await post<{ verdict: string; message: string }>('/tracking/shipment-events', {
        parcel_reference: parcels[0]?.tracking_reference,
        mode: 'arrive',
        branch_id: branchId,
        scan_id: randomUUID(),
      })
      if (answer.verdict === 'error') throw new Error(answer.message)
    })
  await assign('collection')
  await report('collect')
  await scan(origin_id)
  const manifest = await post<{ id: number }>('/interhub-transfers', {
    from_branch_id: origin_id,
    to_branch_id: branch_id,
    vehicle_registration: 'CA 123-456',
  })
  await each(booked, ({ parcels }) =>
    post('/interhub-transfers/parcels', {
      interhub_transfer_id: manifest.id,
      parcel_reference: parcels[0]?.tracking_reference,
    }),
  )
  await post('/interhub-transfers/close', { id: manifest.id })
  await post('/interhub-transfers/depart', { id: manifest.id })
  await scan(branch_id)
  await post('/interhub-transfers/receive', { id: manifest.id, branch_id })
  await assign('delivery')
  await report('load')
  await report('deliver')
  await post('/billing/invoices/run', {})
  await meter.followUps()
}

/** Runs `run` for each item, as many at once as there are connections. */
async function each<Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: connections }, worker))
}

async function send<Answer>(product: Product, { method, path, token, key, body }: Request): Promise<Answer> {
  const answer = await fetch(product.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}
