import { describe, expect, it } from 'vitest'
import { statusesFor } from '../shipments/statuses/status.ts'
import {
  isPendingKind,
  ops_modes,
  opsModeOf,
  pending_kinds,
  pendingLabel,
  pendingStatuses,
  suggestionFor,
} from './ops-dashboard.ts'

describe('ops dashboard', () => {
  it('[OPS-001] has the modes All, Driver tripsheet and Pending, and falls back to All', () => {
    expect(ops_modes.map(({ label }) => label)).toEqual(['All', 'Driver tripsheet', 'Pending'])
    expect(ops_modes.map(({ key }) => opsModeOf(key))).toEqual(['all', 'driver-tripsheet', 'pending'])
    expect([opsModeOf(undefined), opsModeOf('everything'), opsModeOf('depot')]).toEqual([
      'all',
      'all',
      'depot',
    ])
  })

  it('[OPS-002] labels every kind of pending shipment and recognises no other kind', () => {
    expect(pending_kinds.map(pendingLabel)).toEqual([
      'Shipments need you',
      'Unassigned',
      'Unrouted',
      'Rejected by driver',
      'Failed today',
      'Exceptions',
      'On hold',
      'Locker failures',
      'Not returned',
      'Unread by driver',
      'Late risk',
      'Late',
      'Not moved',
      'Mine',
      'Without owner',
      'Snoozed',
    ])
    expect(pendingStatuses('unassigned')).toEqual(
      expect.arrayContaining([...statusesFor('ops_dashboard_unassigned'), 'at-destination-hub']),
    )
    expect(pendingStatuses('unassigned')).not.toContain('at-hub')
    expect([isPendingKind('late'), isPendingKind('lost'), isPendingKind(undefined)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('[OPS-002] includes the statuses of every kind in the kind problem', () => {
    for (const kind of pending_kinds)
      expect(pendingStatuses('problem'), kind).toEqual(expect.arrayContaining([...pendingStatuses(kind)]))
    expect(pendingStatuses('problem')).not.toContain('delivered')
  })

  it('[OPS-002] excludes shipments that wait for the receiver, are on hold or have ended from late and not-moved', () => {
    for (const kind of ['late', 'not-moved'] as const)
      for (const status of ['in-locker', 'ready-for-pickup', 'delivered', 'cancelled', 'on-hold'] as const)
        expect(pendingStatuses(kind), `${kind} ${status}`).not.toContain(status)
    expect(pendingStatuses('not-moved')).not.toContain('collection-assigned')
    expect(pendingStatuses('late')).toContain('collection-assigned')
  })

  it('[OPS-002] suggests the next action from the kind and the status', () => {
    const counts = pending_kinds.map((kind) => [
      kind,
      new Set(pendingStatuses(kind).map((status) => suggestionFor(kind, status))).size,
    ])
    expect(Object.fromEntries(counts)).toMatchObject({ unassigned: 2, rejected: 1, failed: 2, 'on-hold': 1 })
    expect(suggestionFor('unassigned', 'collection-unassigned')).toBe('Assign a driver')
    expect(suggestionFor('unassigned', 'collection-unassigned', 'Parow')).toBe(
      'Assign a driver: nobody of Parow is on duty',
    )
    expect(suggestionFor('problem', 'delivery-failed-attempt')).toBe('Plan another delivery')
    expect(suggestionFor('not-moved', 'at-hub')).toBe('Find the parcels')
    expect(suggestionFor('late', 'at-hub')).toBe('Tell the receiver the new time')
  })
})
