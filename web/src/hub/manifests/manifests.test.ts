import type { InterhubTransfer, ManifestPhase } from '@waybill/domain/hub/manifest'
import { describe, expect, it } from 'vitest'
import { editOf, mergeManifestEdits, newManifest, patchOf, problemsOf, sentOf } from './manifest-edit.ts'
import { differencesText, loadedState, manifestState, manifestRouteText } from './manifest-texts.ts'

const manifest = {
  id: 12,
  version: 3,
  phase: 'open',
  from_branch_id: 3,
  from_branch_name: 'Johannesburg',
  to_branch_id: 5,
  to_branch_name: 'Cape Town',
  via_branch_ids: [4],
  via_branch_names: ['Bloemfontein'],
  carrier: 'Own line-haul',
  vehicle_registration: 'HX 12 GP',
  planned_departure: new Date('2026-03-03T18:00:00+02:00'),
  planned_arrival: null,
  cost: 120_000,
  notes: '',
  parcel_count: 4,
  received_count: 0,
  short_count: 0,
  over_count: 0,
  damaged_count: 0,
} as unknown as InterhubTransfer

describe('manifest badges and texts', () => {
  it.each<[ManifestPhase, Partial<InterhubTransfer>, string, string]>([
    ['open', {}, 'blue', 'Loading'],
    ['closed', {}, 'grey', 'Ready to leave'],
    ['departed', {}, 'blue', 'On the road'],
    ['arrived', { received_count: 1 }, 'blue', 'Unloading'],
    ['arrived', { received_count: 4 }, 'green', 'All received'],
    ['arrived', { over_count: 1 }, 'yellow', 'Unloading'],
    ['received', { received_count: 4 }, 'grey', 'Received'],
    ['received', { short_count: 1 }, 'red', 'Differences'],
  ])('%s with %o has the badge %s %s', (phase, more, family, label) => {
    expect(manifestState({ ...manifest, ...more, phase })).toMatchObject({ family, label })
  })

  it('formats the route and the differences', () => {
    expect(manifestRouteText(manifest)).toBe('Johannesburg → Bloemfontein → Cape Town')
    expect(differencesText({ ...manifest, short_count: 2, damaged_count: 1 })).toBe('2 short, 1 damaged')
    expect(differencesText(manifest)).toBe('')
  })

  it('shows damage instead of the state of a parcel', () => {
    const labels = (['loaded', 'received', 'short', 'over'] as const).map(
      (state) => loadedState({ state, condition: null }).label,
    )
    expect(labels).toEqual(['On the load', 'Received', 'Short', 'Over'])
    expect(loadedState({ state: 'over', condition: 'damaged' }).label).toBe('Damaged')
  })
})

describe('manifest form values', () => {
  it('convert to times in South African time and back', () => {
    const edit = editOf(manifest)
    expect([edit.departure_day, edit.departure_time, edit.arrival_day]).toEqual(['2026-03-03', '18:00', null])
    expect(sentOf(edit)).toMatchObject({
      via_branch_ids: [4],
      planned_departure: manifest.planned_departure,
      planned_arrival: null,
    })
  })

  it('are sent as changed fields with the version they are based on', () => {
    const changed = { ...editOf(manifest), departure_time: '19:30', seal_number: 'S-1' }
    expect(patchOf(manifest, changed)).toEqual({
      id: 12,
      version: 3,
      planned_departure: new Date('2026-03-03T19:30:00+02:00'),
      seal_number: 'S-1',
    })
    expect(patchOf(manifest, editOf(manifest))).toEqual({ id: 12, version: 3 })
  })

  it('report problems at the form fields', () => {
    const fresh = newManifest(null, ['Own line-haul'], [])
    expect(problemsOf(fresh).map(({ field }) => field)).toEqual(['from_branch_id', 'to_branch_id'])
    const late = { ...editOf(manifest), arrival_day: '2026-03-03', arrival_time: '10:00' }
    expect(problemsOf(late).map(({ field }) => field)).toEqual(['arrival_day'])
    expect(problemsOf({ ...editOf(manifest), via_branch_id: 5 })[0]?.field).toBe('via_branch_id')
  })

  it('merge the edits of two users and describe conflicts in words', () => {
    const base = editOf(manifest)
    const { merged, conflicts } = mergeManifestEdits(
      (id) => `branch ${id}`,
      base,
      { ...base, to_branch_id: 8, seal_number: 'A' },
      { ...base, to_branch_id: 9, trailer: 'T' },
    )
    expect(conflicts).toEqual([{ key: 'to_branch_id', mine: 'branch 8', theirs: 'branch 9' }])
    expect([merged.seal_number, merged.trailer]).toEqual(['A', 'T'])
  })
})
