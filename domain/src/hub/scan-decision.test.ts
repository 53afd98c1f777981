import { describe, expect, it } from 'vitest'
import { shipment_statuses, type ShipmentStatus } from '../shipments/statuses/status.ts'
import { scan_modes } from './model.ts'
import { decideScan, type Scan, type ScannedState } from './scan-decision.ts'

const now = new Date('2026-03-03T08:00:00Z')
const manifest = {
  id: 9,
  reference: 'IHM000009',
  is_open: true,
  from_branch_id: 3,
  from_branch_name: 'JHB',
  to_branch_id: 5,
  to_branch_name: 'CPT',
  via_branch_ids: [6],
  scan_status: 'manifested',
} as const
const scan = (more: Partial<Scan> = {}): Scan => ({
  mode: 'arrive',
  branch_id: 3,
  scanned_at: now,
  is_late: false,
  bay: '',
  manifest: null,
  right_manifest: '',
  may_load_wrong_manifest: false,
  ...more,
})
const parcel = (more: Partial<ScannedState> = {}): ScannedState => ({
  status: 'collected',
  current_branch_id: 0,
  collection_branch_id: 3,
  delivery_branch_id: 5,
  delivery_branch_name: 'CPT',
  transient_branch_ids: [4],
  collected_date: new Date('2026-03-02T10:00:00Z'),
  manifest_id: 0,
  manifest_reference: '',
  waits_on: '',
  is_brought: false,
  is_received: false,
  current_branch_name: '',
  last_scan: null,
  hold_message: '',
  is_account_blocked: false,
  is_measured: false,
  siblings: [],
  siblings_on_load: 0,
  is_address_complete: true,
  has_action_note: false,
  is_outranked: false,
  ...more,
})
const here = { status: 'at-hub', current_branch_id: 3, is_measured: false } as const
const elsewhere = { status: 'collected', current_branch_id: 0, is_measured: false } as const

describe('accepted scans', () => {
  it.each<[string, Partial<Scan>, Partial<ScannedState>, ShipmentStatus | null]>([
    ['arriving at the first hub', {}, {}, 'at-hub'],
    ['arriving on the way', { branch_id: 4 }, { status: 'in-transit' }, 'at-hub'],
    ['arriving at the delivery branch', { branch_id: 5 }, { status: 'in-transit' }, 'at-destination-hub'],
    ['a local parcel', {}, { delivery_branch_id: 3 }, 'at-destination-hub'],
    [
      'back from the road',
      { branch_id: 5 },
      { status: 'delivery-failed-attempt', current_branch_id: 5 },
      'returned-to-hub',
    ],
    [
      'back from a locker',
      { branch_id: 5 },
      { status: 'collected-from-locker', current_branch_id: 5 },
      'returned-to-hub',
    ],
    [
      'waiting for its driver already',
      { branch_id: 5 },
      { status: 'delivery-assigned', current_branch_id: 5 },
      null,
    ],
    ['here already', {}, { status: 'at-hub', current_branch_id: 3 }, null],
    ['unrouted', { branch_id: 8 }, { collection_branch_id: 0, delivery_branch_id: 0 }, 'at-hub'],
    ['into a bay', { mode: 'assign-bay', bay: 'C7' }, { status: 'at-hub', current_branch_id: 3 }, null],
    [
      'onto a manifest',
      { mode: 'load-manifest', manifest },
      { status: 'at-hub', current_branch_id: 3 },
      'manifested',
    ],
    [
      'onto a manifest again, after it was removed and kept its status',
      { mode: 'load-manifest', manifest },
      { status: 'manifested', current_branch_id: 3 },
      'manifested',
    ],
    [
      'onto a manifest that calls at its branch on the way',
      { mode: 'load-manifest', manifest },
      { status: 'at-hub', current_branch_id: 3, delivery_branch_id: 6 },
      'manifested',
    ],
    [
      'off a manifest',
      { mode: 'unload-manifest', manifest: { ...manifest, is_open: false }, branch_id: 5 },
      { status: 'in-transit', manifest_id: 9 },
      'at-destination-hub',
    ],
    [
      'out for delivery',
      { mode: 'out-for-delivery', branch_id: 5 },
      { status: 'at-destination-hub' },
      'out-for-delivery',
    ],
    [
      'back to the hub',
      { mode: 'return-to-hub', branch_id: 5 },
      { status: 'out-for-delivery' },
      'returned-to-hub',
    ],
    ['measured', { mode: 're-measure' }, { status: 'at-hub', current_branch_id: 3 }, null],
    ['looked up', { mode: 'look-up' }, { status: 'cancelled' }, null],
  ])('is accepted with the expected status: %s', (_, how, what, status) => {
    expect(decideScan(scan(how), parcel(what))).toMatchObject({ verdict: 'ok', status })
  })
  it('marks a parcel as collected when it was handed in at the hub', () => {
    const walkIn = { status: 'collection-assigned', collected_date: null } as const
    expect(decideScan(scan(), parcel(walkIn)).marks_collected).toBe(true)
    expect(decideScan(scan(), parcel()).marks_collected).toBe(false)
  })
})

describe('refused scans', () => {
  it.each<[string, Partial<Scan>, Partial<ScannedState>]>([
    ['cancelled', {}, { status: 'cancelled' }],
    ['invalid', {}, { status: 'payment-pending' }],
    ['already_delivered', {}, { status: 'delivered' }],
    ['already_delivered', {}, { status: 'returned-to-sender' }],
    ['damaged', {}, { status: 'damaged' }],
    ['on_hold', {}, { status: 'on-hold', hold_message: 'Customs' }],
    ['on_hold', {}, { status: 'on-hold-internal' }],
    ['account_on_hold', {}, { is_account_blocked: true }],
    ['wrong_branch', { mode: 'out-for-delivery' }, { status: 'at-hub' }],
    ['wrong_manifest', { mode: 'load-manifest' }, {}],
    ['wrong_manifest', { mode: 'load-manifest', manifest: { ...manifest, is_open: false } }, {}],
    [
      'wrong_manifest',
      { mode: 'load-manifest', manifest: { ...manifest, to_branch_id: 8, via_branch_ids: [] } },
      {},
    ],
    ['wrong_manifest', { mode: 'load-manifest', manifest }, { manifest_id: 77 }],
    ['wrong_manifest', { mode: 'load-manifest', manifest, branch_id: 5 }, {}],
    ['wrong_branch', { mode: 'load-manifest', manifest }, { current_branch_id: 5 }],
    ['wrong_manifest', { mode: 'unload-manifest', branch_id: 5 }, {}],
    ['wrong_manifest', { mode: 'unload-manifest', manifest, branch_id: 5 }, {}],
    [
      'wrong_branch',
      { mode: 'unload-manifest', manifest: { ...manifest, is_open: false }, branch_id: 8 },
      {},
    ],
  ])('refuses with %s and changes nothing: %o %o', (code, how, what) => {
    expect(decideScan(scan(how), parcel(what))).toMatchObject({
      verdict: 'refused',
      code,
      status: null,
      makes_event: false,
    })
  })
  it('refuses an unknown barcode, and names the branch of a misrouted parcel', () => {
    expect(decideScan(scan(), null)).toMatchObject({
      verdict: 'refused',
      code: 'not_found',
      short: 'NOT FOUND',
    })
    expect(decideScan(scan({ branch_id: 8 }), parcel()).message).toBe('This parcel belongs at CPT.')
  })
  it('lets a user with the permission load a parcel on a manifest that does not go to its branch', () => {
    const how = {
      mode: 'load-manifest',
      manifest: { ...manifest, to_branch_id: 8 },
      may_load_wrong_manifest: true,
    } as const
    expect(decideScan(scan(how), parcel({ current_branch_id: 3 })).verdict).toBe('ok')
  })
  it('names the manifest on which a parcel belongs or already is', () => {
    const elsewhere = { ...manifest, to_branch_id: 8, to_branch_name: 'DBN', via_branch_ids: [] }
    const how = { mode: 'load-manifest', manifest: elsewhere, right_manifest: 'IHM000012' } as const
    expect(decideScan(scan(how), parcel()).message).toBe(
      'This parcel goes to CPT, the manifest to DBN. Load it on IHM000012.',
    )
    expect(decideScan(scan({ mode: 'load-manifest' }), parcel()).message).toBe(
      'No manifest to CPT is open here. Open one, or choose another.',
    )
    expect(
      decideScan(
        scan({ mode: 'load-manifest', manifest }),
        parcel({ manifest_id: 7, manifest_reference: 'IHM000007' }),
      ).message,
    ).toBe('This parcel is already on IHM000007.')
  })
})

describe('repeated scans and warnings', () => {
  const minutes = (n: number) => new Date(now.getTime() - n * 60_000)
  it.each([
    [{ mode: 'arrive', branch_id: 3, scanned_at: minutes(10), bay: '' }, 'duplicate'],
    [{ mode: 'arrive', branch_id: 3, scanned_at: minutes(11), bay: '' }, 'ok'],
    [{ mode: 'arrive', branch_id: 4, scanned_at: minutes(1), bay: '' }, 'ok'],
    [{ mode: 'assign-bay', branch_id: 3, scanned_at: minutes(1), bay: 'C7' }, 'ok'],
  ] as const)('after %o the code is %s', (lastScan, code) => {
    expect(decideScan(scan(), parcel({ ...here, last_scan: lastScan })).code).toBe(code)
  })
  it.each<[Partial<Scan>, Partial<ScannedState>]>([
    [{ mode: 'arrive' }, { status: 'out-for-delivery', current_branch_id: 3, delivery_branch_id: 3 }],
    [{ mode: 'arrive' }, { status: 'in-transit' }],
    [{ mode: 'return-to-hub' }, { status: 'out-for-delivery', current_branch_id: 3 }],
    [
      { mode: 'out-for-delivery' },
      { status: 'returned-to-hub', current_branch_id: 3, delivery_branch_id: 3 },
    ],
  ])('[HUB-003] accept %o a moment later when the parcel has left and come back: %o', (how, state) => {
    const { mode = 'arrive' } = how
    const lastScan = { mode, branch_id: 3, scanned_at: minutes(5), bay: '' }
    expect(decideScan(scan(how), parcel({ ...state, last_scan: lastScan }))).toMatchObject({
      status: mode === 'out-for-delivery' ? mode : (expect.stringMatching(/hub/) as string),
      makes_event: true,
    })
  })
  it.each(scan_modes)(
    '[HUB-001] name the undeparted manifest that a scan in mode %s takes the parcel off',
    (mode) => {
      const how = scan({ mode, bay: 'C7', branch_id: 5, manifest: { ...manifest, is_open: false } })
      const { short, code } = decideScan(
        how,
        parcel({ status: 'manifested', current_branch_id: 3, waits_on: 'IHM000007' }),
      )
      const isTakenOff = !['load-manifest', 're-measure', 'look-up', 'unload-manifest'].includes(mode)
      expect(short === 'OFF IHM000007' && code === 'wrong_manifest').toBe(isTakenOff)
    },
  )
  it('[HUB-001] displays the usual warnings of a parcel that its manifest has brought', () => {
    const brought = { status: 'ready-for-dispatch', waits_on: 'IHM000007', is_brought: true } as const
    const verdict = (more: Partial<Scan>, state: Partial<ScannedState> = {}) =>
      decideScan(scan({ branch_id: 5, ...more }), parcel({ ...brought, ...state }))
    expect(verdict({}).verdict).toBe('ok')
    expect(verdict({}, { has_action_note: true }).short).toBe('READ NOTE')
    const unload = { mode: 'unload-manifest', manifest: { ...manifest, is_open: false } } as const
    expect(verdict(unload).message).toBe('This parcel is not on the manifest. It was received as extra.')
  })
  it('treats a parcel that is already on this manifest as a duplicate', () => {
    expect(decideScan(scan({ mode: 'load-manifest', manifest }), parcel({ manifest_id: 9 })).verdict).toBe(
      'duplicate',
    )
  })
  it('treats a parcel that was already unloaded from this manifest as a duplicate', () => {
    const how = { mode: 'unload-manifest', manifest: { ...manifest, is_open: false }, branch_id: 5 } as const
    const off = parcel({ status: 'at-destination-hub', manifest_id: 9, is_received: true })
    expect(decideScan(scan(how), off).verdict).toBe('duplicate')
  })
  it('loads a parcel again that was removed from the manifest a minute ago', () => {
    const lastScan = { mode: 'load-manifest', branch_id: 3, scanned_at: minutes(1), bay: '' } as const
    const off = parcel({ current_branch_id: 3, last_scan: lastScan })
    expect(decideScan(scan({ mode: 'load-manifest', manifest }), off).verdict).toBe('ok')
  })
  it('warns when a loaded parcel was never scanned in', () => {
    expect(decideScan(scan({ mode: 'load-manifest', manifest }), parcel())).toMatchObject({
      verdict: 'warning',
      code: 'wrong_branch',
      status: 'manifested',
    })
  })
  it.each<[string, Partial<ScannedState>, string]>([
    ['missing_siblings', { siblings: [here, elsewhere] }, '2 OF 3 HERE'],
    ['last_parcel', { siblings: [here, here] }, 'LAST PARCEL'],
    ['address_incomplete', { is_address_complete: false, siblings: [elsewhere] }, 'CHECK ADDRESS'],
    ['wrong_service_first', { is_outranked: true }, 'FAST SERVICE FIRST'],
    ['has_action_note', { has_action_note: true, is_outranked: true }, 'READ NOTE'],
  ])('accepts a scan with the warning %s', (code, what, short) => {
    expect(decideScan(scan(), parcel(what))).toMatchObject({
      verdict: 'warning',
      code,
      short,
      status: 'at-hub',
    })
  })
  it('counts the parcels on the manifest while loading, and the parcels out while sending out', () => {
    const how = scan({ mode: 'load-manifest', manifest })
    const two = { current_branch_id: 3, siblings: [here] } as const
    expect(decideScan(how, parcel(two))).toMatchObject({
      code: 'missing_siblings',
      short: '1 OF 2 LOADED',
      message: '1 of 2 parcels of this shipment are on the manifest.',
    })
    expect(decideScan(how, parcel({ ...two, siblings_on_load: 1 }))).toMatchObject({
      code: 'last_parcel',
      message: 'All 2 parcels of this shipment are on the manifest.',
    })
    const out = scan({ mode: 'out-for-delivery', branch_id: 5 })
    expect(decideScan(out, parcel({ ...two, status: 'at-destination-hub' })).short).toBe('1 OF 2 OUT')
  })
  it('assigns the chosen bay, and refuses when no bay is chosen', () => {
    const into = (bay: string, before?: string) =>
      decideScan(
        scan({ mode: 'assign-bay', bay }),
        parcel({
          status: 'at-hub',
          current_branch_id: 3,
          last_scan:
            before === undefined
              ? null
              : { mode: 'assign-bay', branch_id: 3, scanned_at: minutes(1), bay: before },
        }),
      )
    expect(into('C7')).toMatchObject({ verdict: 'ok', short: 'BAY C7', makes_event: true })
    expect(into('')).toMatchObject({ verdict: 'refused', short: 'NO BAY', makes_event: false })
    expect(into('C7', 'C7').verdict).toBe('duplicate')
    expect(into('C8', 'C7').verdict).toBe('ok')
  })
  it('[HUB-003] [STAT-006] accepts parcels in transit to the branch, and records an event for misrouted ones', () => {
    const out = parcel({ status: 'out-for-delivery', current_branch_id: 5, current_branch_name: 'CPT' })
    for (const mode of ['arrive', 'return-to-hub', 'assign-bay'] as const) {
      expect(decideScan(scan({ mode, bay: 'C7' }), out)).toMatchObject({
        verdict: 'refused',
        code: 'wrong_branch',
        message: 'This parcel belongs at CPT. It is out for delivery and was last scanned in at CPT.',
        status: null,
        makes_event: true,
      })
      expect(decideScan(scan({ mode, bay: 'C7', branch_id: 5 }), out).verdict).toBe('ok')
    }
    expect(decideScan(scan({ branch_id: 8 }), parcel())).toMatchObject({
      code: 'wrong_branch',
      message: 'This parcel belongs at CPT.',
      status: null,
      makes_event: true,
    })
    // Out for delivery from the branch that collected it, or from no known branch: it was never at its delivery
    // branch.
    expect(decideScan(scan(), { ...out, current_branch_id: 3 }).status).toBe('returned-to-hub')
    expect(decideScan(scan(), { ...out, current_branch_id: 0 }).status).toBe('returned-to-hub')
    expect(decideScan(scan(), parcel({ status: 'in-transit' })).status).toBe('at-hub')
    expect(decideScan(scan({ is_late: true }), out).verdict).toBe('ok')
  })
  it('[HUB-003] warns when a parcel in transit to another branch is scanned in at the branch it left', () => {
    const left = parcel({ status: 'in-transit' })
    for (const mode of ['arrive', 'assign-bay', 'return-to-hub'] as const)
      expect(decideScan(scan({ mode, bay: 'C7' }), left)).toMatchObject({
        verdict: 'warning',
        code: 'was_in_transit',
        short: 'WAS IN TRANSIT',
        message:
          'This parcel was in transit to CPT but is back here. Find out why, then load it on the next manifest there.',
      })
    expect(decideScan(scan(), { ...left, delivery_branch_id: 0 }).code).toBe('was_in_transit')
    for (const branchId of [4, 5]) expect(decideScan(scan({ branch_id: branchId }), left).verdict).toBe('ok')
    expect(decideScan(scan(), { ...left, delivery_branch_id: 3, collection_branch_id: 5 }).verdict).toBe('ok')
  })
  it('accepts a parcel that is not on the unloaded manifest, with a warning', () => {
    const extra = decideScan(
      scan({ mode: 'unload-manifest', manifest: { ...manifest, is_open: false }, branch_id: 5 }),
      parcel({ status: 'in-transit' }),
    )
    expect(extra).toMatchObject({ verdict: 'warning', code: 'wrong_manifest', status: 'at-destination-hub' })
  })
  it('decides every mode for every status with a short text of at most 18 characters', () => {
    for (const mode of scan_modes)
      for (const status of shipment_statuses) {
        const verdict = decideScan(scan({ mode, manifest, branch_id: 5 }), parcel({ status }))
        expect(verdict.short.length, `${mode} ${status} ${verdict.short}`).toBeLessThanOrEqual(18)
        expect(verdict.short).not.toBe('')
        if (verdict.verdict === 'refused') expect(verdict.status).toBeNull()
      }
  })

  it('reports a measured parcel as measured, not as the last parcel', () => {
    const ruleResultOf = (mode: Scan['mode']) =>
      decideScan(scan({ mode }), parcel({ status: 'at-hub', current_branch_id: 3, siblings: [here] }))
    expect(ruleResultOf('re-measure')).toMatchObject({
      verdict: 'ok',
      short: 'MEASURED',
      message: '1 of 2 parcels of this shipment are measured.',
    })
    expect(ruleResultOf('arrive').code).toBe('last_parcel')
  })
})
