import { role_ids } from '@waybill/domain/kit/actor'
import { settingsApi } from '@waybill/domain/settings/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import {
  isShipmentStatus,
  shipment_statuses,
  status_purposes,
  type ShipmentStatus,
  type StatusPurpose,
} from '@waybill/domain/shipments/statuses/status'
import { trackingApi } from '@waybill/domain/tracking/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

/** Manual status changes by current status, and statuses visible to each viewer, tested through the API. */

let p: TestProvider
/** Staff user who may deliver and return shipments, but may not force a status. */
let manager: Caller
let account_id: number
let owner: Caller
beforeAll(async () => {
  p = await newProvider()
  manager = await p.user(10)
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
})

const set = (id: number, status: ShipmentStatus, by = manager) =>
  by.http('PATCH', '/shipments', {
    id,
    status,
    ...(status === 'cancelled' ? { metadata: { tracking_info: { message: 'Nobody was there' } } } : {}),
  })

/**
 * Returns the statuses that the server accepts from `from` as manual changes. Each is tried on a shipment in that
 * status.
 */
async function reachableFrom(
  from: ShipmentStatus,
  expected: readonly ShipmentStatus[],
  drivers: Drivers = {},
  tried: readonly ShipmentStatus[] = shipment_statuses,
) {
  const { id } = await p.given.shipment({ account_id })
  const stand = (status: ShipmentStatus) =>
    p.inTransaction(async (ctx) => {
      await ctx.db.updateTable('parcel').set({ status }).where('shipment_id', '=', id).execute()
      await ctx.db
        .updateTable('shipment')
        .set({ status, collected_date: null, ...drivers })
        .where('id', '=', id)
        .execute()
    })
  await stand(from)
  const reached: ShipmentStatus[] = []
  const tryOne = async (to: ShipmentStatus) => {
    const { status, body } = await set(id, to)
    if (status === 200) reached.push(to)
    else expect([status, (body as { code: string }).code], `${from} to ${to}`).toEqual([400, 'invalid_state'])
  }
  // Rejected changes have no effect, so they are tried concurrently. Cancelling has separate rules.
  const allowed = new Set<ShipmentStatus>([...expected, 'cancelled'])
  await Promise.all(tried.filter((to) => !allowed.has(to)).map(tryOne))
  for (const to of allowed) {
    await tryOne(to)
    await stand(from)
  }
  return reached.toSorted()
}
interface Drivers {
  collection_agent_id?: string | null
  delivery_agent_id?: string | null
}
type Leg = 'collection' | 'delivery'
/** The most common targets of manual changes. */
const common: readonly ShipmentStatus[] = [
  'collection-assigned',
  'collected',
  'at-hub',
  'out-for-delivery',
  'returned-to-hub',
  'delivered',
]
const list = (words: string) => words.split(' ').filter(isShipmentStatus).toSorted()

describe('[STAT-054] [STAT-036] [STAT-037] [STAT-038] [STAT-039] [STAT-040] [STAT-041] [STAT-042] [STAT-043] [STAT-044] [STAT-045] [STAT-046] [STAT-047] [STAT-048] [STAT-049] [STAT-050] [STAT-051] [STAT-052] [STAT-053] manual status changes', () => {
  it.each([
    ['[STAT-036]', 'submitted', 'submitted collection-assigned cancelled'],
    [
      '[STAT-037]',
      'collection-assigned',
      'collection-assigned collected collection-unassigned cancelled collection-failed-attempt collection-exception collection-rejected',
    ],
    [
      '[STAT-038]',
      'collection-failed-attempt',
      'collection-failed-attempt collected collection-unassigned cancelled collection-exception collection-rejected',
    ],
    [
      '[STAT-039]',
      'collection-exception',
      'collection-exception collected collection-unassigned cancelled collection-failed-attempt collection-rejected',
    ],
    [
      '[STAT-040]',
      'collection-rejected',
      'collection-rejected collected collection-unassigned cancelled collection-failed-attempt collection-exception',
    ],
    ['[STAT-043]', 'collected', 'collected at-hub out-for-delivery collection-exception cancelled'],
    ['[STAT-044]', 'at-hub', 'at-hub out-for-delivery delivery-unassigned cancelled'],
    [
      '[STAT-045]',
      'at-destination-hub',
      'at-destination-hub out-for-delivery at-hub delivery-unassigned cancelled',
    ],
    [
      '[STAT-046]',
      'delivery-assigned',
      'delivery-assigned out-for-delivery at-hub delivery-unassigned cancelled',
    ],
    ['[STAT-047]', 'returned-to-hub', 'returned-to-hub out-for-delivery delivery-unassigned cancelled'],
    [
      '[STAT-048]',
      'out-for-delivery',
      'out-for-delivery returned-to-hub delivered delivery-failed-attempt delivery-exception delivery-rejected cancelled',
    ],
    [
      '[STAT-049]',
      'delivery-failed-attempt',
      'delivery-failed-attempt returned-to-hub delivered delivery-exception delivery-rejected cancelled',
    ],
    [
      '[STAT-050]',
      'delivery-exception',
      'delivery-exception returned-to-hub delivered delivery-failed-attempt delivery-rejected cancelled',
    ],
    [
      '[STAT-051]',
      'delivery-rejected',
      'delivery-rejected returned-to-hub delivered delivery-failed-attempt delivery-exception cancelled',
    ],
    [
      '[STAT-052] [STAT-053]',
      'cancelled',
      'cancelled collection-assigned collection-unassigned collected at-hub in-transit at-destination-hub returned-to-hub delivery-assigned delivery-unassigned out-for-delivery delivered returned-to-sender',
    ],
  ] as const)(
    '%s from %s allows exactly the statuses in the table, including cancelling by staff',
    async (_ids, from, expected) => {
      // Cancelling is a separate action. Staff who may cancel collected shipments may do so until delivery.
      expect(await reachableFrom(from, list(expected))).toEqual(list(expected))
    },
  )

  it.each([
    ['[STAT-041]', 'collection-unassigned', { collection_agent_id: null }, 'collection-unassigned cancelled'],
    [
      '[STAT-041]',
      'collection-unassigned',
      { collection_agent_id: 'sipho' },
      'collection-unassigned collection-assigned cancelled',
    ],
    ['[STAT-042]', 'delivery-unassigned', { delivery_agent_id: null }, 'delivery-unassigned cancelled'],
    [
      '[STAT-042]',
      'delivery-unassigned',
      { delivery_agent_id: 'sipho' },
      'delivery-unassigned delivery-assigned cancelled',
    ],
  ] as const)(
    '%s from %s with %j allows exactly the statuses in the table',
    async (_id, from, drivers, expected) => {
      expect(await reachableFrom(from, list(expected), drivers)).toEqual(list(expected))
    },
  )

  it.each(
    list(
      'quote quote-expired payment-pending payment-failed outsourced awaiting-dropoff manifested ready-for-dispatch in-transit bob-box-reservation-failed in-locker ready-for-pickup collect-and-return-to-hub collected-from-locker collected-from-counter returned-to-sender delivered undeliverable on-hold on-hold-internal damaged',
    ),
  )(
    '[STAT-035] [STAT-054] from %s allows only the same status among the common targets, apart from cancelling',
    async (from) => {
      const reached = await reachableFrom(from, [from], {}, common)
      expect(reached.filter((to) => to !== 'cancelled')).toEqual([from])
    },
  )

  it('[STAT-055] requires delivery permission for delivered', async () => {
    const { id } = await p.given.shipment({ account_id, status: 'out-for-delivery' })
    const operator = await p.user(12)
    const refused = await set(id, 'delivered', operator)
    expect(refused).toMatchObject({ status: 403, body: { message: 'You may not deliver shipments.' } })
    expect((await set(id, 'delivery-exception', operator)).status).toBe(200)
    expect((await set(id, 'delivered')).body).toMatchObject({ status: 'delivered' })
  })
})

describe('status lists by purpose', () => {
  const listed = async (by: Caller, purpose?: StatusPurpose) =>
    (await by.send(shipmentsApi.statuses, purpose ? { purpose } : {})).statuses.map(({ status }) => status)
  const choose = async (settings: Record<string, unknown>) => {
    const admin = await p.staff()
    const named = Object.entries(settings).map(([key, value]) => ({ key, value }))
    await admin.send(settingsApi.save, { settings: named })
  }
  it('[STAT-013] returns statuses by purpose in order, with labels, colours and purposes', async () => {
    const admin = await p.staff()
    const all = await admin.send(shipmentsApi.statuses, {})
    expect(all.statuses.find(({ status }) => status === 'out-for-delivery')).toEqual({
      status: 'out-for-delivery',
      label: 'Out for delivery',
      colour: 'green',
      purposes: [
        'active',
        'valid',
        'pendingDriverAction',
        'deliveries',
        'collected_and_undelivered',
        'collected',
        'exclude_quote',
        'tracking',
      ],
    })
    for (const purpose of status_purposes)
      expect(await listed(admin, purpose), purpose).toEqual(
        all.statuses.filter(({ purposes }) => purposes.includes(purpose)).map(({ status }) => status),
      )
    expect(await listed(admin, 'pendingDriverAction')).toEqual([
      'collection-assigned',
      'delivery-assigned',
      'out-for-delivery',
      'collect-and-return-to-hub',
    ])
    expect(await listed(admin, 'delivered')).toEqual(['delivered'])
    const unknown = await admin.http('GET', '/shipments/statuses?purpose=everything')
    expect(unknown.status).toBe(400)
  })
  it('[STAT-023] hides excluded statuses from customers, except in the list of excludable statuses', async () => {
    await choose({ exclude_tracking_statuses: ['at-hub', 'in-transit'] })
    for (const purpose of ['hub', 'tracking', 'active', 'exclude_quote'] as const) {
      const theirs = await listed(owner, purpose)
      expect(theirs, purpose).not.toContain('at-hub')
      expect(theirs, purpose).not.toContain('in-transit')
      expect(theirs, purpose).toContain('at-destination-hub')
      expect(await listed(manager, purpose), purpose).toContain('at-hub')
    }
    expect(await listed(owner, 'can_be_excluded')).toEqual(
      expect.arrayContaining(['at-hub', 'in-transit', 'at-destination-hub']),
    )
  })

  it('[STAT-024] shows bob-box-reservation-failed only with a locker provider enabled', async () => {
    await p.given.account({ is_third_party: true })
    for (const [settings, isRecognised] of [
      [{ enable_bob_box: false, enable_third_party_bob_box: false }, false],
      [{ enable_bob_box: true, enable_third_party_bob_box: false }, true],
      [{ enable_bob_box: false, enable_third_party_bob_box: true }, true],
    ] as const) {
      await choose(settings)
      for (const by of [manager, owner])
        expect((await listed(by, 'deliveries')).includes('bob-box-reservation-failed')).toBe(isRecognised)
      const { id } = await p.given.shipment({ account_id, status: 'bob-box-reservation-failed' })
      const { shipments } = await owner.send(shipmentsApi.list, { id: [id] })
      expect(shipments[0]?.status).toBe(isRecognised ? 'bob-box-reservation-failed' : 'at-destination-hub')
    }
  })

  it('[STAT-025] hides quote statuses and quotes from customers', async () => {
    const quote = await p.given.shipment({ account_id, save_as: 'quote', by: await p.staff() })
    expect(quote.status).toBe('quote')
    const quotes = ['quote', 'quote-expired']
    expect(await listed(manager)).toEqual(expect.arrayContaining(quotes))
    for (const status of quotes) expect(await listed(owner)).not.toContain(status)
    const found = async (by: Caller) =>
      (await by.send(shipmentsApi.list, { id: [quote.id] })).shipments.length
    expect([await found(manager), await found(owner)]).toEqual([1, 0])
  })

  it('[STAT-026] [STAT-027] shows the internal hold to staff other than drivers, and at-hub to accounts', async () => {
    const { id, short_tracking_reference } = await p.given.shipment({ account_id, status: 'at-hub' })

    await manager.send(shipmentsApi.hold, { id, reason: 'Query on the account', internal: true })
    const key = await p.apiKey(account_id)
    const driver = await p.driver()
    for (const by of [owner, key, driver]) {
      const statuses = by === driver ? undefined : await listed(by)
      expect(statuses ?? []).not.toContain('on-hold-internal')
      const { shipments } = await by.send(trackingApi.track, { ref: [short_tracking_reference] })
      expect(shipments[0]?.status).not.toBe('on-hold-internal')
    }
    for (const by of [owner, key]) {
      const { shipments } = await by.send(shipmentsApi.list, { id: [id] })
      expect(shipments[0]?.status).toBe('at-hub')
      const rows = await by.send(shipmentsApi.rows, { status: ['on-hold-internal'] })
      expect(rows.shipments.map((row) => row.id)).not.toContain(id)
      const atHub = await by.send(shipmentsApi.rows, { status: ['at-hub'], limit: 100 })
      expect(atHub.shipments.map((row) => row.id)).toContain(id)
    }
    for (const by of [manager, await p.user(role_ids.finance_manager)]) {
      const { shipments } = await by.send(shipmentsApi.list, { id: [id] })
      expect(shipments[0]?.status).toBe('on-hold-internal')
      expect(await listed(by)).toContain('on-hold-internal')
    }
  })

  it('[STAT-028] shows rejected stops to customers as assigned if the company has enabled this', async () => {
    const legs: readonly Leg[] = ['collection', 'delivery']
    for (const [override, wanted] of [
      [true, (leg: Leg) => `${leg}-assigned` as const],
      [false, (leg: Leg) => `${leg}-rejected` as const],
    ] as const) {
      await choose({ override_shipment_statuses: override, exclude_tracking_statuses: [] })
      for (const leg of legs) {
        const { id } = await p.given.shipment({ account_id, status: `${leg}-rejected` })
        await p.inTransaction((ctx) =>
          ctx.db
            .updateTable('shipment')
            .set({ [`${leg}_agent_id`]: 'sipho' })
            .where('id', '=', id)
            .execute(),
        )
        const status = async (by: Caller) =>
          (await by.send(shipmentsApi.list, { id: [id] })).shipments[0]?.status
        expect(await status(owner)).toBe(wanted(leg))
        const found = await owner.send(shipmentsApi.rows, { status: [wanted(leg)], limit: 100 })
        expect(found.shipments.map((row) => row.id)).toContain(id)
        expect(await status(manager)).toBe(`${leg}-rejected`)
      }
    }
  })
})
