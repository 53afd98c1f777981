import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Shipment } from '@waybill/domain/shipments/model'
import pg from 'pg'
import { openMailbox } from '../../server/dev/test-kit/fakes/mailbox.ts'
import { booking, newProvider, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { checkDatabase, every_job_is_done, type Check } from '../proofs/database.ts'
import { finishJobs } from '../proofs/finish-jobs.ts'
import { Product, type Tab } from '../proofs/product.ts'
import { Relay } from '../proofs/relay.ts'
import type { ProofRun } from '../proofs/run-proof.ts'
import { Tally } from '../proofs/tally.ts'
import type { Cluster, Standby } from '../postgres.ts'

/** How far the standby is behind, so that some reads after a write are too early for it. */
const behind_ms = 25

export interface ScaleProof extends ProofRun {
  cluster: Cluster
  bookings: number
  /** Number of clients that call at the same time. */
  clients: number
}

interface World {
  p: TestProvider
  product: Product
  tally: Tally
  token: string
  account_id: number
  /** Keys of the bookings that are still to be made. */
  waiting: string[]
  /** Keys of bookings that were answered. */
  booked: Set<string>
}

/**
 * Books and scans on two processes that write to one server and read from its standby, kills that server when half is
 * done and promotes the standby. Every answered call must be stored once; calls without an answer are repeated with
 * the same key. Every client must find what it has written, whichever server it reads.
 */
export async function proveScale(proof: ScaleProof): Promise<Tally> {
  const tally = new Tally()
  const relay = new Relay(proof.cluster.socket)
  process.env.TEST_DATABASE_URL = `postgresql://waybill@127.0.0.1:${await relay.listen()}/postgres`
  const p = await newProvider()
  const standby = proof.cluster.startStandby([`recovery_min_apply_delay=${behind_ms}ms`])
  await waitForEveryCommit(proof.cluster)
  const { url, readUrl } = addressesOf(p, standby)
  const mailbox = await openMailbox()
  const product = new Product(tally, 2, {
    url,
    env: { SMTP_URL: mailbox.url, DATABASE_READ_URL: readUrl, LOG_LEVEL: 'error', DATABASE_UNSAFE: 'allow' },
  })
  await product.start()
  const world: World = {
    p,
    product,
    tally,
    token: (await p.staff()).token ?? '',
    account_id: (await p.given.account({ balance: 1_000_000_000 })).id,
    waiting: Array.from({ length: proof.bookings }, () => randomUUID()),
    booked: new Set(),
  }
  const clients = Array.from({ length: proof.clients }, () =>
    runClient(world).catch((error: unknown) => tally.violate(`A client ended: ${String(error)}`)),
  )
  await failOver(world, proof, { relay, standby })
  await Promise.all(clients)
  await product.stop()
  await finishJobs(p, mailbox, async () => undefined)
  await checkDatabase(p, [...checks, every_job_is_done], tally)
  await checkKeys(world, proof.bookings)
  await p.runtime.close()
  await mailbox.close()
  relay.close()
  standby.stop()
  return tally
}

/** Makes each commit wait for the standby, and waits until it does. */
async function waitForEveryCommit({ url }: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await client.query('SELECT pg_reload_conf()')
  for (;;) {
    const { rows } = await client.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")
    if (rows.length > 0) break
    await wait(50)
  }
  await client.end()
}

function addressesOf(p: TestProvider, standby: Standby): { url: string; readUrl: string } {
  const url = String((p.runtime.runtime.pool.options as { connectionString?: string }).connectionString)
  const readUrl = new URL(standby.url)
  readUrl.pathname = new URL(url).pathname
  return { url, readUrl: readUrl.href }
}

/** Kills the server that writes when half of the bookings are done, and lets the standby take its place. */
async function failOver(
  { booked, product, tally }: World,
  { cluster, bookings, printLine }: ScaleProof,
  { relay, standby }: { relay: Relay; standby: Standby },
): Promise<void> {
  while (booked.size < bookings / 2) await wait(20)
  for (const server of ['standby', 'primary'])
    tally.count(
      `reads from the ${server} before its promotion`,
      await product.metric(`waybill_reads_total{server="${server}"}`),
    )
  const began = performance.now()
  cluster.crash()
  standby.promote()
  relay.leadTo(standby.socket)
  const before = booked.size
  printLine(`${before} of ${bookings} bookings: the server that writes was killed and its standby promoted`)
  while (booked.size === before) await wait(5)
  printLine(`${((performance.now() - began) / 1000).toFixed(1)} s later, the next booking was answered`)
  tally.count('promotions of the standby')
}

async function runClient(world: World): Promise<void> {
  const tab: Tab = { position: null }
  const { product, token, account_id, waiting, booked, tally, p } = world
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const body = { ...booking(), account_id, customer_reference: key }
    const shipment = (await product.call({ path: '/api/shipments', token, tab, key, body })) as Shipment
    booked.add(key)
    tally.count('bookings')
    await mustFind(world, tab, shipment)
    const scanId = randomUUID()
    await product.call({
      path: '/api/tracking/shipment-events',
      token,
      tab,
      key: scanId,
      body: {
        parcel_reference: shipment.parcels[0]?.tracking_reference,
        mode: 'arrive',
        branch_id: p.map.branches.CPT,
        scan_id: scanId,
      },
    })
    tally.count('scans')
  }
}

/** Reads the shipment at once, from whichever process and server. */
async function mustFind({ product, token, tally }: World, tab: Tab, { id }: Shipment): Promise<void> {
  const path = `/api/shipments?id=${id}`
  const { shipments } = (await product.call({ method: 'GET', path, token, tab })) as { shipments: Shipment[] }
  tally.count('reads of what was just written')
  if (!shipments.some((one) => one.id === id))
    tally.violate(`Shipment ${id} was not found after its booking.`)
}

/** Statements that return one row for each violation. */
const checks: readonly Check[] = [
  {
    what: 'A booking is stored once.',
    statement: `SELECT customer_reference, count(*) FROM shipment WHERE provider_id = $1 GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    what: 'A shipment is charged once.',
    statement: `SELECT s.id, count(t.id) FROM shipment s
      LEFT JOIN billing_transaction t ON t.provider_id = s.provider_id AND t.shipment_id = s.id AND t.type = 'shipping-charge'
      WHERE s.provider_id = $1 GROUP BY 1 HAVING count(t.id) <> 1`,
  },
  {
    what: 'A scan is stored once.',
    statement: `SELECT p.tracking_reference, count(h.scan_id) FROM parcel p
      LEFT JOIN hub_scan h ON h.provider_id = p.provider_id AND h.parcel_id = p.id
      WHERE p.provider_id = $1 GROUP BY 1 HAVING count(h.scan_id) <> 1`,
  },
]

/** Every key that was answered is stored. */
async function checkKeys({ p, booked, tally }: World, wanted: number): Promise<void> {
  const { rows } = await p.runtime.runtime.pool.query<{ key: string }>(
    'SELECT customer_reference AS key FROM shipment WHERE provider_id = $1',
    [p.provider_id],
  )
  const stored = new Set(rows.map(({ key }) => key))
  for (const key of booked) if (!stored.has(key)) tally.violate(`Booking ${key} was answered and is lost.`)
  if (stored.size !== wanted) tally.violate(`${stored.size} bookings are stored instead of ${wanted}.`)
}
