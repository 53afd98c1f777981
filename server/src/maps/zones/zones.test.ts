import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import type { ZoneGeometry } from '@waybill/domain/maps/model'
import { identityApi } from '@waybill/domain/identity/api'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { ratesApi } from '@waybill/domain/rates/api'
import { reportsApi } from '@waybill/domain/reports/api'
import { startupApi } from '@waybill/domain/startup/api'
import { tagsApi } from '@waybill/domain/tags/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobOf } from '../../../dev/test-kit/job.ts'
import {
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'
import { insertRole, setDuty } from '../../identity/index.ts'
import { publishDueDrafts } from '../draft-maps/publish-draft.ts'

let p: TestProvider
let admin: Caller
beforeEach(async () => {
  p = await newProvider()
  admin = await p.staff()
})

const messageOf = async (call: Promise<unknown>) => (await errorOf(call)).message
const statusOf = async (call: Promise<unknown>) => (await errorOf(call)).status
const box = (west: number, south: number, east: number, north: number): ZoneGeometry => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ],
})
/** An area around Rosebank in Johannesburg, which contains the delivery address of the default test booking. */
const rosebank = box(28.0, -26.2, 28.08, -26.1)
const bow_tie: ZoneGeometry = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [28, -26],
        [29, -27],
        [29, -26],
        [28, -27],
        [28, -26],
      ],
    ],
  ],
}
const zoneNamed = async (name: string, draftMapId?: number) => {
  const { zones } = await admin.send(zonesApi.zones, { search: name, draft_map_id: draftMapId })
  const zone = zones.find((one) => one.name === name)
  if (!zone) throw new Error(`There is no ${name}.`)
  return zone
}
const at_rosebank = { lat: -26.145, lng: 28.04 }

describe('map areas', () => {
  it('[MAP-009] creates, changes and removes an area with immediate effect, and records every change in the audit trail', async () => {
    const made = await admin.send(zonesApi.createZone, {
      kind: 'drivers',
      name: 'Rosebank round',
      geometry: rosebank,
      branch_id: p.map.branches.JHB,
      routing_number: 'JNB-R1',
      priority: 50,
    })
    expect(made).toMatchObject({ node_count: 4, version: 1, colour: '#2F6FDE', legs: 'both', tags: [] })
    const first = await p.given.shipment()
    expect(first.delivery_agent_zone).toBe('Rosebank round')
    const { id, version } = made
    const changed = await admin.send(zonesApi.changeZone, { id, version, routing_number: 'JNB-R2' })
    expect(changed).toMatchObject({ routing_number: 'JNB-R2', name: 'Rosebank round', version: 2 })
    const stale = await errorOf(admin.send(zonesApi.changeZone, { id, version, name: 'Mine' }))
    expect(stale).toMatchObject({ status: 409 })
    await admin.send(zonesApi.removeZone, { id })
    expect((await p.given.shipment()).delivery_agent_zone).toBe('JHB North')
    expect(await statusOf(admin.send(zonesApi.changeZone, { id, version: 2, name: 'Mine' }))).toBe(404)
    const trail = await admin.send(auditApi.events, { type: 'zone', object_id: String(id) })
    expect(trail.audit_events.map(({ action }) => action).toSorted()).toEqual([
      'changed',
      'created',
      'deleted',
    ])
  })

  it('[MAP-007] [MAP-008] rejects outlines with too many points or crossings, names in use and unknown drivers', async () => {
    const few = await newProvider({ map_max_node_count: 4 })
    const staff = await few.staff()
    const zone = { kind: 'surcharges', name: 'Harbour' } as const
    const five = structuredClone(rosebank)
    five.coordinates[0]?.[0]?.splice(1, 0, [28.04, -26.21])
    expect(await messageOf(staff.send(zonesApi.createZone, { ...zone, geometry: five }))).toBe(
      'This area has 5 points. The maximum is 4.',
    )
    expect(await messageOf(staff.send(zonesApi.createZone, { ...zone, geometry: bow_tie }))).toContain(
      'The outline crosses itself near -26.5000, 28.5000',
    )
    await staff.send(zonesApi.createZone, { ...zone, geometry: rosebank })
    expect(await messageOf(staff.send(zonesApi.createZone, { ...zone, geometry: rosebank }))).toBe(
      'A surcharge area named Harbour already exists. Choose another name.',
    )
    const nobody = {
      kind: 'drivers',
      name: 'R',
      geometry: rosebank,
      branch_id: few.map.branches.JHB,
    } as const
    expect(await messageOf(staff.send(zonesApi.createZone, { ...nobody, drivers: ['nobody'] }))).toBe(
      'nobody is not a driver of this company. Remove the name.',
    )
  })

  it('rejects outlines with too many points on create, change and import', async () => {
    const round = (points: number) => {
      const ring = Array.from({ length: points }, (_, at): [number, number] => {
        const angle = (at / points) * 2 * Math.PI
        return [
          28 + Number((Math.cos(angle) / 10).toFixed(6)),
          -26 + Number((Math.sin(angle) / 10).toFixed(6)),
        ]
      })
      return { type: 'MultiPolygon' as const, coordinates: [[ring]] }
    }
    const zone = { kind: 'surcharges', name: 'Round' } as const
    const create = (points: number) =>
      errorOf(admin.send(zonesApi.createZone, { ...zone, geometry: round(points) }))
    const refused = { status: 400, message: 'This area has 9000 points. The maximum is 500.' }
    expect(await create(9_000)).toEqual(refused)
    expect((await create(200_000)).status).toBe(413)
    const [known] = (await admin.send(zonesApi.zones, {})).zones
    const { id = 0, version = 0 } = known ?? {}
    const change = admin.send(zonesApi.changeZone, { id, version, geometry: round(9_000) })
    expect(await errorOf(change)).toEqual(refused)
    const content = JSON.stringify({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: round(21_000), properties: { name: 'Round' } }],
    })
    const imported = await admin.send(zonesApi.importZones, { kind: 'surcharges', content, simplify: true })
    expect(imported.zones).toMatchObject([
      { action: 'refuse', problem: 'This area has 21000 points. The maximum is 20000.' },
    ])
  })

  it('assigns a driver zone only on its weekdays and within its time of day', async () => {
    const made = await admin.send(zonesApi.createZone, {
      kind: 'drivers',
      name: 'Sundays',
      geometry: rosebank,
      branch_id: p.map.branches.JHB,
      priority: 50,
      weekdays: [0],
    })
    const zoneOf = async (more: object) => (await p.given.shipment(more)).delivery_agent_zone
    expect(await zoneOf({})).toBe('JHB North')
    const mornings = { weekdays: [], window_from: '08:00', window_to: '12:00' }
    await admin.send(zonesApi.changeZone, { id: made.id, version: 1, ...mornings })
    expect(await zoneOf({ delivery_after: '09:00', delivery_before: '11:00' })).toBe('Sundays')
    expect(await zoneOf({ delivery_after: '13:00', delivery_before: '17:00' })).toBe('JHB North')
  })

  it('assigns no driver who is disabled, removed or no driver any more, and reports a zone without any', async () => {
    const drivers = [await p.driver(), await p.driver(), await p.driver(), await p.driver()] as const
    await admin.send(zonesApi.createZone, {
      kind: 'drivers',
      name: 'Epping round',
      geometry: box(18.4, -34.1, 18.7, -33.8),
      branch_id: p.map.branches.CPT,
      priority: 50,
      drivers: drivers.map(({ username }) => username),
    })
    const assigned = async () => (await p.given.shipment()).collection_agent_id
    const pending = async () => (await admin.send(reportsApi.pending, { kind: 'problem' })).shipments
    const [disabled, removed, promoted, offDuty] = drivers
    expect(await assigned()).toBe(disabled.username)
    await admin.send(identityApi.changeUser, { id: disabled.user_id, is_active: false })
    expect(await assigned()).toBe(removed.username)
    await admin.send(usersApi.remove, { id: removed.user_id })
    expect(await assigned()).toBe(promoted.username)
    await admin.send(identityApi.changeUser, { id: promoted.user_id, role_id: role_ids.finance_manager })
    expect(await assigned()).toBe(offDuty.username)
    // The area gives the work of the drivers who left to the next one.
    await p.settle()
    expect(await pending()).toEqual([])
    await p.inTransaction((ctx) => setDuty(ctx, offDuty.username, false))
    expect(await assigned()).toBe('')
    expect(await pending()).toMatchObject([
      { suggestion: 'Assign a driver: nobody of Epping round is on duty' },
    ])
  })

  it('creates only one of two concurrent areas with the same name, and publishes a draft only once', async () => {
    const zone = { kind: 'surcharges', name: 'Harbour', geometry: rosebank } as const
    const twice = await Promise.all([1, 2].map(() => statusOf(admin.send(zonesApi.createZone, zone))))
    expect(twice.toSorted()).toEqual([200, 400])
    const { id: draftMapId } = await admin.send(zonesApi.createDraft, { name: 'Together' })
    await admin.send(zonesApi.createZone, { ...zone, name: 'Airport', draft_map_id: draftMapId })
    const published = await Promise.all(
      [1, 2].map(() => statusOf(admin.send(zonesApi.publish, { draft_map_id: draftMapId }))),
    )
    expect(published.toSorted()).toEqual([200, 400])
    expect((await admin.send(zonesApi.zones, { search: 'Airport' })).count).toBe(1)
  })

  it('applies exceptions by leg and validity with their message, and service days by leg', async () => {
    const quote = () => admin.send(ratesApi.price, { ...booking(), account_id: p.guest_account_id })
    expect((await quote()).rates.length).toBeGreaterThan(0)
    const made = await admin.send(zonesApi.createZone, {
      kind: 'exceptions',
      name: 'Roadworks',
      message: 'Rosebank cannot be reached this week.',
      legs: 'collection',
      geometry: rosebank,
    })
    expect((await quote()).rates.length).toBeGreaterThan(0)
    const both = await admin.send(zonesApi.changeZone, { id: made.id, version: 1, legs: 'both' })
    expect(await quote()).toMatchObject({ rates: [], message: 'Rosebank cannot be reached this week.' })
    const past = { valid_from: new Date('2026-01-01'), valid_until: new Date('2026-01-02') }
    await admin.send(zonesApi.changeZone, { id: made.id, version: both.version, ...past })
    expect((await quote()).rates.length).toBeGreaterThan(0)
    await admin.send(zonesApi.createZone, {
      kind: 'service_days',
      name: 'Mondays',
      service_days: { collection: [5], delivery: [1] },
      geometry: rosebank,
    })
    expect((await quote()).service_days.delivery_service_days).toEqual(['Monday'])
    const { service_areas } = await admin.send(ratesApi.serviceAreas, {})
    expect(service_areas.find(({ name }) => name === 'Mondays')?.days.filter((one) => one.is_active)).toEqual(
      [
        { name: 'Monday', is_active: true },
        { name: 'Friday', is_active: true },
      ],
    )
  })

  it('returns branch, drivers, rate tag, surcharges, exceptions and service days for a point', async () => {
    await admin.send(zonesApi.createZone, {
      kind: 'surcharges',
      name: 'Centre',
      geometry: rosebank,
      tags: ['Busy'],
    })
    const answer = await admin.send(zonesApi.testPoint, { search: '-26.145, 28.04' })
    expect(answer).toMatchObject({
      ...at_rosebank,
      branch: { name: 'JHB', found_by: 'area' },
      rate_tag: 'JHB Main',
      surcharges: [{ name: 'Centre', tags: ['Busy'] }],
      exceptions: [],
      service_days: { collection: [1, 2, 3, 4, 5], delivery: [1, 2, 3, 4, 5] },
    })
    expect(answer.drivers.map(({ name, decides }) => [name, decides])).toEqual([
      ['JHB North', true],
      ['JHB Outlying', false],
    ])
    expect((await admin.send(zonesApi.testPoint, { search: 'Rosebank' })).label).toContain('Rosebank')
    expect(await statusOf(admin.send(zonesApi.testPoint, { search: 'Xyzzy' }))).toBe(404)
    const { suburbs } = await admin.send(zonesApi.suburbs, {})
    expect(suburbs.length).toBeGreaterThan(300)
  })

  it('[PERM-034] limits viewing and changing areas to the permitted kinds, and rejects customers', async () => {
    const role = 71
    await p.inTransaction((ctx) =>
      insertRole(ctx, {
        id: role,
        name: 'Planner',
        label: 'Planner',
        permissions: ['API_/geofence/*', 'API_/tags/*'],
        permissions_ui: ['UI_maps_rates_view', 'UI_maps_drivers_edit'],
        require_2fa: false,
      }),
    )
    const planner = await p.user(role)
    const kinds = new Set((await planner.send(zonesApi.zones, {})).zones.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual(['drivers', 'rates'])
    expect(await statusOf(planner.send(zonesApi.zones, { kind: 'branches' }))).toBe(403)
    const rate = await zoneNamed('JHB Main')
    expect(await statusOf(planner.send(zonesApi.changeZone, { id: rate.id, version: 1, name: 'X' }))).toBe(
      403,
    )
    const round = await zoneNamed('JHB North')
    await planner.send(zonesApi.changeZone, { id: round.id, version: 1, routing_number: 'JNB-Z1' })
    expect(await statusOf(planner.send(zonesApi.drafts, {}))).toBe(403)
    expect(await statusOf((await p.owner()).send(zonesApi.zones, {}))).toBe(403)
    const limited = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.CPT,
      limit_user_to_branch: true,
    })
    expect(
      await messageOf(limited.send(zonesApi.changeZone, { id: round.id, version: 2, routing_number: 'A' })),
    ).toBe('You may change only the driver zones of your own branch.')
  })
})

describe('tags', () => {
  it('[MAP-004] [MAP-005] lists tags with use counts, creates, assigns and removes them, and renames them on areas', async () => {
    const { tags, count } = await admin.send(tagsApi.tags, { type: 'branches' })
    expect(tags).toEqual([
      { id: expect.any(Number), type: 'branches', name: 'Coast', colour: '#6b7280', count: 2 },
      { id: expect.any(Number), type: 'branches', name: 'Inland', colour: '#6b7280', count: 1 },
    ])
    expect(count).toBe(2)
    const made = await admin.send(tagsApi.create, { type: 'branches', name: 'Hub', colour: '#112233' })
    expect(await messageOf(admin.send(tagsApi.create, { type: 'branches', name: 'hub' }))).toBe(
      'A tag named hub already exists. Choose another name.',
    )
    const jhb = await zoneNamed('JHB')
    const named = { zone_id: jhb.id, tag_ids: [made.id] }
    expect((await admin.send(zonesApi.addZoneTags, named)).tags.map(({ name }) => name)).toEqual([
      'Hub',
      'Inland',
    ])
    await admin.send(tagsApi.change, { id: made.id, name: 'Main hub' })
    expect(await zoneNamed('JHB')).toMatchObject({ tags: ['Inland', 'Main hub'] })
    expect((await admin.send(zonesApi.setZoneTags, named)).count).toBe(1)
    expect((await admin.send(zonesApi.zoneTags, { zone_id: jhb.id })).tags[0]).toMatchObject({ count: 1 })
    expect((await admin.send(zonesApi.zones, { tag_id: made.id })).zones.map(({ name }) => name)).toEqual([
      'JHB',
    ])
    await admin.send(zonesApi.removeZoneTags, named)
    expect((await zoneNamed('JHB')).tag_ids).toEqual([])
    await admin.send(tagsApi.remove, { id: made.id })
    const round = await zoneNamed('JHB North')
    expect(await statusOf(admin.send(zonesApi.addZoneTags, { zone_id: round.id, tag_ids: [made.id] }))).toBe(
      400,
    )
  })

  it('[MAP-001] [MAP-002] [MAP-003] accepts tags for five kinds of area, accounts and shipments, and rejects other types', async () => {
    for (const type of [
      'branches',
      'rates',
      'surcharges',
      'service_days',
      'exceptions',
      'account',
      'shipment',
    ] as const) {
      const made = await admin.send(tagsApi.create, { type, name: `Word for ${type}`, colour: '#112233' })
      expect(made).toMatchObject({ type, name: `Word for ${type}` })
      const { tags } = await admin.send(tagsApi.tags, { type })
      expect(tags.map(({ id }) => id)).toContain(made.id)
    }
    for (const type of ['drivers', 'draft', 'draft-maps', 'user']) {
      expect((await admin.http('GET', `/tags?type=${type}`)).status, type).toBe(400)
      expect((await admin.http('POST', '/tags', { type, name: 'Word' })).status, type).toBe(400)
    }
  })

  it('rejects renaming or removing a rate tag in use, but accepts another colour', async () => {
    const { tags } = await admin.send(tagsApi.tags, { type: 'rates' })
    const main = tags.find(({ name }) => name === 'JHB Main')?.id ?? 0
    expect(await messageOf(admin.send(tagsApi.change, { id: main, name: 'Joburg' }))).toContain(
      'The tag JHB Main is used in',
    )
    expect(await messageOf(admin.send(tagsApi.remove, { id: main }))).toBe(
      '1 rate area is priced by JHB Main. Give it another tag first.',
    )
    await admin.send(tagsApi.change, { id: main, colour: '#445566' })
  })

  it('[MAP-006] returns account and shipment tags in general data, and renames account tags on accounts', async () => {
    const account = await p.given.account()
    const { version } = (await admin.send(accountsApi.list, { id: [account.id] })).accounts[0] ?? {
      version: 1,
    }
    await admin.send(accountsApi.change, { id: account.id, version: version ?? 1, tags: ['Gold'] })
    await admin.send(tagsApi.create, { type: 'shipment', name: 'Fragile', colour: '#112233' })
    const general = await admin.send(startupApi.generalData, {})
    expect(general.account_tags).toMatchObject([{ type: 'account', name: 'Gold' }])
    expect(general.shipment_tags).toMatchObject([{ type: 'shipment', name: 'Fragile', colour: '#112233' }])
    await admin.send(tagsApi.change, { id: general.account_tags[0]?.id ?? 0, name: 'Platinum' })
    expect((await admin.send(accountsApi.list, { id: [account.id] })).accounts[0]?.tags).toEqual(['Platinum'])
  })
})

describe('draft maps', () => {
  /** Runs the publishing job with the clock set to `now`. */
  const runAt = async (now: Date): Promise<void> => {
    p.runtime.setNow(now)
    try {
      await publishDueDrafts(await jobOf(p))
    } finally {
      p.runtime.setNow(null)
    }
  }

  it('[MAP-009] has no effect until it is published, and then applies all changes together', async () => {
    const shipment = await p.given.shipment()
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({ time_created: new Date(ctx.now.getTime() - 86_400_000) })
        .where('id', '=', shipment.id)
        .execute(),
    )
    const draft = await admin.send(zonesApi.createDraft, { name: 'December' })
    const draftMapId = draft.id
    expect(await messageOf(admin.send(zonesApi.publish, { draft_map_id: draftMapId }))).toContain(
      'changes nothing yet',
    )
    const added = await admin.send(zonesApi.createZone, {
      kind: 'drivers',
      name: 'Rosebank round',
      geometry: rosebank,
      branch_id: p.map.branches.JHB,
      priority: 50,
      draft_map_id: draftMapId,
    })
    expect(added).toMatchObject({ change: 'added', version: 1 })
    expect(added.id).toBeLessThan(0)
    const moved = await admin.send(zonesApi.changeZone, {
      id: added.id,
      version: 1,
      routing_number: 'JNB-R1',
      draft_map_id: draftMapId,
    })
    expect(moved).toMatchObject({ routing_number: 'JNB-R1', version: 2 })
    const main = await zoneNamed('JHB Main')
    await admin.send(zonesApi.changeZone, {
      id: main.id,
      version: 1,
      geometry: box(28.2, -26.3, 28.4, -26.1),
      draft_map_id: draftMapId,
    })
    const west = await zoneNamed('JHB West')
    await admin.send(zonesApi.removeZone, { id: west.id, draft_map_id: draftMapId })
    expect((await zoneNamed('JHB Main')).version).toBe(1)
    expect((await p.given.shipment()).delivery_agent_zone).toBe('JHB North')
    expect(await zoneNamed('JHB West', draftMapId)).toMatchObject({ change: 'removed' })

    const preview = await admin.send(zonesApi.previewDraft, { draft_map_id: draftMapId })
    expect(preview).toMatchObject({
      added: 1,
      changed: 1,
      removed: 1,
      shipments: 1,
      branch: 0,
      driver_zone: 1,
      rate_tag: 1,
      price: 1,
    })
    expect(preview.price_difference).not.toBe(0)
    expect(preview.suburbs).toBeGreaterThan(10)
    expect(preview.examples[0]?.what[0]).toContain('JHB North becomes Rosebank round')
    const tested = await admin.send(zonesApi.testPoint, { ...at_rosebank, draft_map_id: draftMapId })
    expect(tested).toMatchObject({ rate_tag: '', drivers: [{ name: 'Rosebank round' }, {}, {}] })

    expect(await admin.send(zonesApi.publish, { draft_map_id: draftMapId })).toMatchObject({
      status: 'published',
      published_by: admin.username,
    })
    expect((await p.given.shipment()).delivery_agent_zone).toBe('Rosebank round')
    expect((await admin.send(zonesApi.zones, { search: 'JHB West' })).count).toBe(0)
    expect(await messageOf(admin.send(zonesApi.removeDraft, { id: draftMapId }))).toContain(
      'has been published',
    )
  })

  it('rejects publishing over a changed area until that area is saved again in the draft', async () => {
    const { id: draftMapId } = await admin.send(zonesApi.createDraft, { name: 'December' })
    const north = await zoneNamed('JHB North')
    await admin.send(zonesApi.changeZone, {
      id: north.id,
      version: 1,
      priority: 11,
      draft_map_id: draftMapId,
    })
    await admin.send(zonesApi.changeZone, { id: north.id, version: 1, routing_number: 'JNB-Q1' })
    expect(await messageOf(admin.send(zonesApi.publish, { draft_map_id: draftMapId }))).toContain(
      'JHB North was changed after it was added to December.',
    )
    const drawn = await zoneNamed('JHB North', draftMapId)
    expect(drawn.is_outdated).toBe(true)
    await admin.send(zonesApi.changeZone, {
      id: north.id,
      version: drawn.version,
      routing_number: 'JNB-Q1',
      draft_map_id: draftMapId,
    })
    await admin.send(zonesApi.publish, { draft_map_id: draftMapId })
    expect(await zoneNamed('JHB North')).toMatchObject({ priority: 11, routing_number: 'JNB-Q1' })
  })

  it('[MAP-009] publishes a scheduled draft at its time, or returns it to preparing with the reason', async () => {
    const { id: draftMapId } = await admin.send(zonesApi.createDraft, { name: 'January' })
    const north = await zoneNamed('JHB North')
    await admin.send(zonesApi.changeZone, {
      id: north.id,
      version: 1,
      priority: 12,
      draft_map_id: draftMapId,
    })
    const at = new Date(Date.now() + 3_600_000)
    const waiting = await admin.send(zonesApi.publish, { draft_map_id: draftMapId, at })
    expect(waiting).toMatchObject({ status: 'scheduled', publish_at: at })
    expect(
      await messageOf(
        admin.send(zonesApi.changeZone, { id: north.id, version: 1, priority: 13, draft_map_id: draftMapId }),
      ),
    ).toContain('waiting to be published')
    await publishDueDrafts(await jobOf(p))
    expect((await zoneNamed('JHB North')).priority).toBe(10)
    await runAt(new Date(at.getTime() + 1000))
    expect((await zoneNamed('JHB North')).priority).toBe(12)

    const other = await admin.send(zonesApi.createDraft, { name: 'February' })
    const drawn = await zoneNamed('JHB South')
    const change = { id: drawn.id, version: 1, draft_map_id: other.id }
    await admin.send(zonesApi.changeZone, { ...change, priority: 14 })
    await admin.send(zonesApi.publish, { draft_map_id: other.id, at })
    await admin.send(zonesApi.removeZone, { id: drawn.id })
    await runAt(new Date(at.getTime() + 1000))
    const [back] = (await admin.send(zonesApi.drafts, { id: other.id })).draft_maps
    expect(back).toMatchObject({ status: 'preparing', publish_at: null })
    expect(back?.problem).toContain('JHB South was removed from the map')
    await admin.send(zonesApi.undoChange, { draft_map_id: other.id, zone_id: drawn.id })
    await admin.send(zonesApi.removeDraft, { id: other.id })
  })
})

describe('map files', () => {
  const file = async (format: 'kml' | 'geojson') => {
    const answer = await admin.http('GET', `/geofence/export?format=${format}`)
    expect(answer.status).toBe(200)
    return format === 'kml' ? String(answer.body) : JSON.stringify(answer.body)
  }

  it.each(['kml', 'geojson'] as const)('imports exported areas without changing them: %s', async (format) => {
    await admin.send(zonesApi.createZone, {
      kind: 'exceptions',
      name: 'Park & ride',
      message: 'Closed <today>',
      legs: 'delivery',
      tags: ['Closed'],
      geometry: rosebank,
    })
    const before = (await admin.send(zonesApi.zones, {})).zones
    const content = await file(format)
    const read = await admin.send(zonesApi.importZones, { content, kind: 'rates' })
    expect(read).toMatchObject({ added: 0, refused: 0, changed: before.length })
    const after = (await admin.send(zonesApi.zones, {})).zones
    const plain = (zones: typeof after) => zones.map(({ version: _v, time_modified: _m, ...zone }) => zone)
    expect(plain(after)).toEqual(plain(before))
  })

  it('previews an import with dry_run, and leaves out invalid areas with the reason', async () => {
    const polygon = (name: string, places: string) =>
      `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${places}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
    const content = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>Rates</name><Folder><name>Regional</name>${polygon('Karoo', '22,-32,0 23,-32,0 23,-33,0 22,-32,0')}${polygon('Knot', '28,-26 29,-27 29,-26 28,-27 28,-26')}</Folder></Folder></Document></kml>`
    const requested = { content, kind: 'surcharges' } as const
    const seen = await admin.send(zonesApi.importZones, { ...requested, dry_run: true })
    expect(seen.zones).toMatchObject([
      { name: 'Karoo', kind: 'rates', node_count: 3, action: 'add', problem: '' },
      { name: 'Knot', kind: 'rates', action: 'refuse' },
    ])
    expect(seen.zones[1]?.problem).toContain('crosses itself')
    expect((await admin.send(zonesApi.zones, { search: 'Karoo' })).count).toBe(0)
    expect(await admin.send(zonesApi.importZones, requested)).toMatchObject({ added: 1, refused: 1 })
    expect(await zoneNamed('Karoo')).toMatchObject({ kind: 'rates', tags: ['Regional'] })
    expect(await messageOf(admin.send(zonesApi.importZones, { ...requested, content: '{"a":1}' }))).toContain(
      'no GeoJSON features',
    )
    expect(await messageOf(admin.send(zonesApi.importZones, { ...requested, content: '<kml/>' }))).toContain(
      'This file contains no areas.',
    )
  })

  const square = '22,-32,0 23,-32,0 23,-33,0 22,-32,0'
  const area = (inside: string, name = 'Karoo') => `<Placemark><name>${name}</name>${inside}</Placemark>`
  const ring = (places: string) =>
    `<Polygon><outerBoundaryIs><LinearRing><coordinates>${places}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
  const kml = (inside: string) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`
  const read = (content: string, more = {}) =>
    admin.send(zonesApi.importZones, { content, kind: 'surcharges', dry_run: true, ...more })

  it.each([
    [
      'under a prefix of the namespace',
      kml(area(ring(square)))
        .replaceAll(/<(\/?)(\w)/g, '<$1k:$2')
        .replace('xmlns=', 'xmlns:k='),
    ],
    [
      'as a line that ends where it began',
      kml(area(`<LineString><coordinates>${square}</coordinates></LineString>`)),
    ],
    ['with spaces behind the commas of coordinates', kml(area(ring(square.replaceAll(',', ' , '))))],
    ['with a mark of its bytes and a space in front', `\uFEFF\n${kml(area(ring(square)))}`],
  ])('reads an area from KML %s', async (_how, content) => {
    expect((await read(content)).zones).toMatchObject([
      { name: 'Karoo', node_count: 3, action: 'add', problem: '' },
    ])
  })

  it('leaves out points and open lines, and returns their numbers', async () => {
    const content = kml(
      area(ring(square)) +
        area('<Point><coordinates>22,-32</coordinates></Point>', 'A') +
        area('<Point><coordinates>22,-32</coordinates></Point>', 'B') +
        area('<LineString><coordinates>22,-32 23,-32 23,-33</coordinates></LineString>', 'C'),
    )
    expect((await read(content)).left_out).toEqual([
      { what: 'point', count: 2 },
      { what: 'line', count: 1 },
    ])
  })

  it('rejects KMZ files, files with only a network link and files with too many elements', async () => {
    expect(await messageOf(read('PK\u0003\u0004…'))).toContain('This is a KMZ file')
    const link = '<NetworkLink><Link><href>https://example.com/map</href></Link></NetworkLink>'
    expect(await messageOf(read(kml(link)))).toContain('do not tick “Keep data up to date with network link”')
    expect(await messageOf(read(`<kml>${'<a>'.repeat(200_001)}`))).toContain('more than 200,000 elements')
    expect(await messageOf(read(`<kml>${'<'.repeat(9_000_000)}`))).toContain('more than 200,000 elements')
  })
})
