import { describe, expect, it } from 'vitest'
import { role_ids, systemActor, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import type { ShipmentStatus } from '../statuses/status.ts'
import { mayProveDelivery, referencesInFileName } from './prove-delivery.ts'

describe('[TOOL-002] references in a file name', () => {
  it.each([
    ['K7M2QX.jpg', 'K7M2QX'],
    ['fynk7m2qx.PDF', 'FYNK7M2QX'],
    ['POD K7M2QX signed.jpg', 'K7M2QX'],
    ['K7M2QX_2.jpeg', 'K7M2QX/2'],
    ['K7M2QX-3.png', 'K7M2QX/3'],
    ['scan (FYN-K7M2QX) page 1.png', 'FYN-K7M2QX'],
    ['2026-11-20_K7M2QX_door.jpg', 'K7M2QX'],
  ])('finds in %s the reference %s', (name, reference) => {
    expect(referencesInFileName(name)).toContain(reference)
  })

  it('finds nothing when no word is long enough, and returns at most six references', () => {
    expect(referencesInFileName('IMG 12.jpg')).toEqual([])
    expect(referencesInFileName('ABCDEF1 ABCDEF2 ABCDEF3 ABCDEF4 ABCDEF5 ABCDEF6 ABCDEF7.pdf')).toHaveLength(
      6,
    )
  })

  it('returns the whole name first, because a reference may contain hyphens', () => {
    expect(referencesInFileName('FYN-2026-0001.pdf')[0]).toBe('FYN-2026-0001')
  })
})

describe('[TOOL-002] permission to record a proof of delivery', () => {
  const booked = new Date('2026-11-20T08:00:00Z')
  const now = new Date('2026-11-21T08:00:00Z')
  const staff: Actor = systemActor(1)
  const why = (status: ShipmentStatus, actor: Actor = staff, date?: Date) =>
    reasonOf(mayProveDelivery(actor, { status, time_created: booked }, date, now))

  it('allows active and delivered shipments', () => {
    expect(why('out-for-delivery')).toBeNull()
    expect(why('delivered')).toBeNull()
  })

  it('requires staff with the delivery permission, and allows drivers only delivered shipments', () => {
    const clerk: Actor = { ...staff, kind: 'user', role_id: role_ids.administrator, permissions: [] }
    const right = ['INLINE_deliver_parcels_or_shipments']
    expect(why('out-for-delivery', clerk)).toBe('You may not deliver shipments.')
    expect(why('out-for-delivery', { ...clerk, permissions: right })).toBeNull()
    expect(why('delivered', { ...clerk, account_id: 5, role_id: role_ids.account_owner })).toBe(
      'Only our staff may record a proof of delivery.',
    )
    const driver: Actor = { ...clerk, role_id: role_ids.driver, permissions: right }
    expect(why('out-for-delivery', driver)).toBe('Deliver this shipment from your trip sheet first.')
    expect(why('delivered', driver)).toBeNull()
  })

  it('rejects cancelled shipments, and times before the booking or in the future', () => {
    expect(why('cancelled')).toBe('This shipment is cancelled and cannot be delivered.')
    expect(why('delivered', staff, new Date('2026-11-19T08:00:00Z'))).toContain(
      'before the shipment was created',
    )
    expect(why('delivered', staff, new Date('2026-11-22T08:00:00Z'))).toContain('future')
  })
})
