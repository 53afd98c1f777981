import { networksApi } from '@waybill/domain/pickup-points/networks-api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { fakeLockers, type FakeLockers } from '../../server/dev/fakes/lockers/index.ts'
import type { FakeName } from '../../server/dev/fakes/lockers/network.ts'
import { door_sizes, own_locker } from '../../server/dev/test-kit/own-locker.ts'
import { newProvider, type Caller, type TestProvider } from '../../server/dev/test-kit/provider.ts'
import { openTestRuntime } from '../../server/dev/test-kit/runtime.ts'

export const networks = ['bob-box', 'tcg-locker', 'ram-counter'] as const satisfies FakeName[]

/** The key that signs the reports of the networks. */
export const report_key = 'a key for reports'

const own_lockers = 8
const doors_of_each = { small: 12, large: 6 }

/** A driver with the account whose parcels it carries. */
export interface Client {
  driver: Caller
  account_id: number
}

/** A company with own lockers, three connected networks, drivers and accounts. */
export interface Company {
  p: TestProvider
  staff: Caller
  fake: FakeLockers
  clients: Client[]
  /** Ids of the points of each network. */
  points: Readonly<Record<FakeName | 'own', readonly string[]>>
  /** The address of its database. */
  url: string
}

/** Makes the company in a new database on the server in `TEST_DATABASE_URL`. */
export async function makeCompany(clientCount: number): Promise<Company> {
  const fake = await fakeLockers({ host: '127.0.0.1', http_port: 0, now: () => new Date() })
  const credentials = networks.map((provider) => ({
    provider,
    environment: 'sandbox',
    base_url: `${fake.url}/${provider}`,
    api_key: 'key',
    event_key: report_key,
  }))
  const runtime = await openTestRuntime()
  const settings = {
    enable_bob_box: true,
    enable_tcg_locker: true,
    enable_ram_counters: true,
    pickup_point_credentials: credentials,
  }
  const p = await newProvider(settings, runtime)
  const { pool } = runtime.runtime
  const staff = await p.staff()
  const { networks: synced } = await staff.send(networksApi.sync, {})
  if (synced.some(({ result }) => result !== 'updated')) throw new Error(JSON.stringify(synced))
  const own = Array.from({ length: own_lockers }, (_, at) => `OWN${at + 1}`)
  const doors = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `${letter}${at + 1}`, is_out_of_order: false }))
  for (const pickupPointId of own)
    await staff.send(pickupPointsApi.create, {
      ...own_locker,
      pickup_point_id: pickupPointId,
      name: `Locker ${pickupPointId}`,
      stock: [
        { ...door_sizes.small, doors: doors('A', doors_of_each.small) },
        { ...door_sizes.large, doors: doors('B', doors_of_each.large) },
      ],
    })
  const clients: Client[] = []
  while (clients.length < clientCount)
    clients.push({
      driver: await p.driver(),
      account_id: (await p.given.account({ balance: 100_000_000 })).id,
    })
  // The reports of the networks reach the company by the address of this machine.
  await pool.query("UPDATE provider SET origins = origins || '{127.0.0.1}' WHERE id = $1", [p.provider_id])
  const terminals = (name: FakeName) => fake.networks[name].terminals.map(({ id }) => id)
  return {
    p,
    staff,
    fake,
    clients,
    points: {
      own,
      'bob-box': terminals('bob-box'),
      'tcg-locker': terminals('tcg-locker'),
      'ram-counter': terminals('ram-counter'),
    },
    url: String((pool.options as { connectionString?: string }).connectionString),
  }
}
