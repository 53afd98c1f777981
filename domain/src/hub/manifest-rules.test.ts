import { describe, expect, it } from 'vitest'
import { systemActor, type Actor } from '../kit/actor.ts'
import { reasonOf } from '../kit/rule-result.ts'
import { manifest_phases, manifestNumber, manifestReference, type ManifestPhase } from './manifest.ts'
import {
  behind_statuses,
  checkManifest,
  loadMeasures,
  manifest_acts,
  mayAct,
  mayChange,
  mayClose,
  phaseOf,
  proposeManifest,
  receivesFrom,
  spreadCost,
  type ManifestAct,
  type ManifestState,
} from './manifest-rules.ts'

const at = new Date('2026-03-03T16:00:00Z')
const open: ManifestState = {
  number: 12,
  status: 'open',
  from_branch_id: 3,
  to_branch_id: 5,
  via_branch_ids: [4],
  from_branch_name: 'Johannesburg',
  to_branch_name: 'Cape Town',
  departed_at: null,
  arrived_at: null,
  received_at: null,
  vehicle_registration: 'HX 12 GP',
  seal_number: '',
  parcel_count: 2,
}
const manifest_by_phase: Readonly<Record<ManifestPhase, ManifestState>> = {
  open,
  closed: { ...open, status: 'closed' },
  departed: { ...open, status: 'closed', departed_at: at },
  arrived: { ...open, status: 'closed', departed_at: at, arrived_at: at },
  received: { ...open, status: 'closed', departed_at: at, arrived_at: at, received_at: at },
}
const chief: Actor = { ...systemActor(1), kind: 'user', role_id: 3 }
const person = (more: Partial<Actor>): Actor => ({ ...chief, permissions: [], ...more })

describe('[HUB-001] manifest phase and number', () => {
  it('derives the phase from the status and the recorded times', () => {
    for (const phase of manifest_phases) expect(phaseOf(manifest_by_phase[phase])).toBe(phase)
  })
  it('formats and parses a number of six digits', () => {
    expect(manifestReference(12)).toBe('IHM000012')
    expect(['IHM000012', 'IHM-000012', 'IHM12', 'INV000012'].map(manifestNumber)).toEqual([
      12,
      12,
      null,
      null,
    ])
  })
})

describe('[HUB-002] manifest actions by phase and permission', () => {
  const possible: Readonly<Record<ManifestAct, readonly ManifestPhase[]>> = {
    edit: manifest_phases,
    add: ['open'],
    remove: ['open'],
    close: ['open'],
    depart: ['closed'],
    reopen: ['closed'],
    unload: ['closed', 'departed', 'arrived', 'received'],
    receive: ['departed', 'arrived'],
    delete: [],
  }
  it.each(manifest_acts.flatMap((act) => manifest_phases.map((phase) => [act, phase] as const)))(
    'allows or rejects %s in phase %s',
    (act, phase) => {
      const verdict = mayAct(act, manifest_by_phase[phase], chief)
      expect(verdict === true).toBe(possible[act].includes(phase))
      if (verdict !== true) expect(verdict.message).toMatch(/IHM000012.+\.$/)
    },
  )
  it.each<[ManifestAct, ManifestPhase, string]>([
    ['add', 'closed', 'IHM000012 is closed. Reopen it to change its parcels.'],
    ['add', 'departed', 'IHM000012 has departed. Its parcels can no longer be changed.'],
    ['depart', 'open', 'IHM000012 is still open. Close it first.'],
    ['reopen', 'departed', 'IHM000012 has departed and cannot be reopened.'],
    ['unload', 'open', 'IHM000012 is still being loaded. Close it first.'],
    ['receive', 'closed', 'IHM000012 has not departed yet.'],
    ['delete', 'open', 'There are parcels on IHM000012. Take them off first.'],
  ])('rejects %s in phase %s: %s', (act, phase, sentence) => {
    expect(reasonOf(mayAct(act, manifest_by_phase[phase], chief))).toBe(sentence)
  })
  it('allows deleting an empty manifest and rejects closing it', () => {
    const empty = { ...open, parcel_count: 0 }
    expect(mayAct('delete', empty, chief)).toBe(true)
    expect(reasonOf(mayAct('close', empty, chief))).toBe(
      'There is no parcel on IHM000012 yet. Scan parcels in first.',
    )
  })
  it('allows reopening only with the permission', () => {
    expect(reasonOf(mayAct('reopen', manifest_by_phase.closed, person({})))).toBe(
      'You may not reopen IHM000012. Ask someone with this permission.',
    )
    const may = person({ permissions: ['INLINE_reopen_interhub_transfer'] })
    expect(mayAct('reopen', manifest_by_phase.closed, may)).toBe(true)
  })
  it('rejects customers, guests and drivers', () => {
    for (const more of [{ account_id: 7 }, { role_id: 2 }, { role_id: 7 }])
      expect(reasonOf(mayAct('add', open, person(more)))).toBe('Only our staff can work with manifests.')
  })
  it('limits branch staff to loading at the origin and unloading at the via and destination branches', () => {
    const limited = (branchId: number) => person({ limit_user_to_branch: true, branch_id: branchId })
    const acts = (branchId: number) =>
      [
        mayAct('add', open, limited(branchId)),
        mayAct('unload', manifest_by_phase.departed, limited(branchId)),
      ].map((verdict) => verdict === true)
    expect([3, 4, 5, 8].map(acts)).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, false],
    ])
    expect(reasonOf(mayAct('close', open, limited(5)))).toBe(
      'IHM000012 is loaded at Johannesburg. Only that branch can do this.',
    )
  })
})

describe('receiving a manifest', () => {
  const receive = (more: object, asBranchId?: number) =>
    mayAct('receive', manifest_by_phase.departed, person(more), asBranchId)
  it('is allowed only at the destination branch, also for staff who are not limited to a branch', () => {
    const { to_branch_id, from_branch_id, via_branch_ids } = open
    expect(receive({ branch_id: to_branch_id })).toBe(true)
    for (const branchId of [from_branch_id, ...via_branch_ids])
      expect(reasonOf(receive({ branch_id: branchId }))).toMatch(
        /^IHM000012 goes to .+\. Only that branch can do this\.$/,
      )
    expect(receive({ branch_id: null })).toBe(true)
    expect(receive({ branch_id: from_branch_id }, to_branch_id)).toBe(true)
    expect(receive({ branch_id: to_branch_id }, from_branch_id)).not.toBe(true)
    expect(receive({ branch_id: from_branch_id, limit_user_to_branch: true }, to_branch_id)).not.toBe(true)
  })
  it('returns the branch of a receiver who does not work at the destination, otherwise null', () => {
    expect(receivesFrom(open, person({ branch_id: open.from_branch_id }))).toBe(open.from_branch_id)
    expect(receivesFrom(open, person({ branch_id: open.to_branch_id }))).toBeNull()
    expect(receivesFrom(open, person({ branch_id: null }))).toBeNull()
  })
})

describe('closing a manifest', () => {
  const load = (more: object = {}) => ({
    needs: { vehicle: true, seal: false },
    parcels: [{ tracking_reference: 'K7M2QX/1', status: 'manifested' as const }],
    incomplete: [],
    accept_missing: false,
    ...more,
  })
  it('requires a vehicle and a seal number when the settings require them', () => {
    expect(mayClose(open, chief, load())).toBe(true)
    expect(mayClose({ ...open, vehicle_registration: '' }, chief, load())).toMatchObject({
      fields: [{ field: 'vehicle_registration' }],
    })
    expect(mayClose(open, chief, load({ needs: { vehicle: true, seal: true } }))).toMatchObject({
      fields: [{ field: 'seal_number' }],
    })
  })
  it.each(['cancelled', 'on-hold', 'on-hold-internal', 'damaged', 'delivered', 'quote'] as const)(
    'rejects a manifest with a parcel that is %s',
    (status) => {
      const verdict = mayClose(open, chief, load({ parcels: [{ tracking_reference: 'K7M2QX/1', status }] }))
      expect(reasonOf(verdict)).toMatch(/^K7M2QX\/1 is .+\. Take it off the manifest first\.$/)
    },
  )
  it('rejects incomplete shipments unless missing parcels are accepted by a user with the permission', () => {
    const incomplete = ['A', 'B', 'C', 'D'].map((reference) => ({ reference, loaded: 1, parcel_count: 3 }))
    const list = 'A (1 of 3), B (1 of 3), C (1 of 3) and 1 more'
    expect(reasonOf(mayClose(open, chief, load({ incomplete })))).toBe(
      `Some parcels are missing: ${list}. Load the rest, or close the manifest with parcels missing.`,
    )
    expect(mayClose(open, chief, load({ incomplete, accept_missing: true }))).toBe(true)
    expect(mayClose(open, person({}), load({ incomplete, accept_missing: true }))).toMatchObject({
      kind: 'forbidden',
    })
  })
})

describe('validation of manifest fields', () => {
  const plain = {
    from_branch_id: 3,
    to_branch_id: 5,
    via_branch_ids: [],
    planned_departure: null,
    planned_arrival: null,
    cost: null,
  }
  it.each([
    [{}, []],
    [{ from_branch_id: 0, to_branch_id: 0 }, ['from_branch_id', 'to_branch_id']],
    [{ to_branch_id: 3 }, ['to_branch_id']],
    [{ via_branch_ids: [4, 4] }, ['via_branch_ids']],
    [{ via_branch_ids: [5] }, ['via_branch_ids']],
    [{ planned_departure: at, planned_arrival: at }, ['planned_arrival']],
    [{ planned_departure: at, planned_arrival: new Date(at.getTime() + 1) }, []],
    [{ via_branch_ids: [4] }, []],
    [{ cost: -1 }, ['cost']],
    [{ cost: 0 }, []],
  ])('%o gives the expected field problems', (more, fields) => {
    expect(checkManifest({ ...plain, ...more }).map(({ field }) => field)).toEqual(fields)
  })
})

describe('manifest fields that can be changed', () => {
  it.each<[ManifestPhase, string, boolean]>([
    ['open', 'to_branch_id', true],
    ['closed', 'to_branch_id', false],
    ['closed', 'seal_number', true],
    ['departed', 'seal_number', false],
    ['received', 'cost', true],
    ['arrived', 'notes', true],
  ])('in phase %s: %s can be changed: %s', (phase, field, possible) => {
    expect(mayChange(manifest_by_phase[phase], [field]) === true).toBe(possible)
  })
  it('behind_statuses contains statuses before departure and none that are departed, held or cancelled', () => {
    expect(
      ['at-hub', 'collection-assigned', 'manifested'].every((one) => behind_statuses.includes(one as never)),
    ).toBe(true)
    expect(
      ['in-transit', 'delivered', 'on-hold', 'cancelled'].some((one) =>
        behind_statuses.includes(one as never),
      ),
    ).toBe(false)
  })
})

describe('proposed manifest for a parcel', () => {
  const choice = (id: number, toBranchId: number, viaBranchIds: number[] = [], hour = 18) => ({
    id,
    to_branch_id: toBranchId,
    via_branch_ids: viaBranchIds,
    planned_departure: new Date(Date.UTC(2026, 2, 3, hour)),
  })
  it.each([
    ['the one to its branch that leaves first', [choice(1, 5, [], 20), choice(2, 5), choice(3, 4)], 2],
    ['else one by way of its branch', [choice(1, 8, [5]), choice(3, 4)], 1],
    ['else one to a branch on its route', [choice(3, 4), choice(4, 8)], 3],
    ['else none', [choice(4, 8)], null],
  ])('proposes %s', (_, choices, id) => {
    expect(proposeManifest(choices, 5, [4])?.id ?? null).toBe(id)
  })
})

describe('weights and cost', () => {
  it('uses the greater of weight and volumetric weight', () => {
    const box = { length_cm: 50, width_cm: 40, height_cm: 30, weight_kg: 5 }
    expect(loadMeasures(box, 5000)).toEqual({ volume_m3: 0.06, volumetric_kg: 12, charged_weight_kg: 12 })
    expect(loadMeasures({ ...box, weight_kg: 20 }, 5000).charged_weight_kg).toBe(20)
  })
  it('spreads a cost over the parcels exactly to the cent', () => {
    expect(spreadCost(1000, [1, 1, 1])).toEqual([334, 333, 333])
    expect(spreadCost(1000, [10, 30])).toEqual([250, 750])
    expect(spreadCost(100, [0, 0, 0])).toEqual([34, 33, 33])
    expect(spreadCost(0, [1, 2])).toEqual([0, 0])
    expect(spreadCost(500, [])).toEqual([])
    const weights = Array.from({ length: 97 }, (_, index) => (index * 7919) % 113)
    expect(spreadCost(123_457, weights).reduce((sum, one) => sum + one, 0)).toBe(123_457)
  })
})
