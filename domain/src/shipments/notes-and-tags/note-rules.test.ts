import { describe, expect, it } from 'vitest'
import { role_ids, type Actor } from '../../kit/actor.ts'
import { reasonOf } from '../../kit/rule-result.ts'
import { note_readers } from './note.ts'
import { mayRemind, mayWriteNote, noteKindsFor } from './note-rules.ts'
import { email_note_recipients, note_types } from '../settings.ts'

const person = (roleId: number, accountId: number | null = null) =>
  ({ role_id: roleId, account_id: accountId }) as Actor
const admin = person(role_ids.administrator)
const finance = person(role_ids.finance_manager)
const owner = person(role_ids.account_owner, 7)
const kinds = note_types.default
const keysFor = (actor: Actor, hasLockers: boolean) =>
  noteKindsFor(actor, kinds, hasLockers).map(({ key }) => key)

describe('shipment notes', () => {
  it('[NOTE-018] [NOTE-022] can be emailed to the collection contact, delivery contact and account holder', () => {
    expect(note_readers).toEqual(['collection-contact', 'delivery-contact', 'account-holder'])
    expect(email_note_recipients.default).toEqual(note_readers)
  })

  it('[NOTE-019] [NOTE-022] have five kinds by default', () => {
    expect(kinds.map(({ key, label }) => `${key}: ${label}`)).toEqual([
      'shipment-note: Shipment note',
      'tracking-event: Tracking event',
      'parcel-dimension-changes: Parcel dimension changes',
      'shipment-address-changes: Shipment address changes',
      'locker-reservation-details: Locker reservation details',
    ])
  })

  it('[NOTE-020] offer the locker reservation kind to administrators only, and only while lockers are enabled', () => {
    const everyday = kinds.slice(0, 4).map(({ key }) => key)
    expect(keysFor(admin, true)).toEqual([...everyday, 'locker-reservation-details'])
    expect(keysFor(admin, false)).toEqual(everyday)
    expect(keysFor(finance, true)).toEqual(everyday)
    expect(keysFor(owner, true)).toEqual(everyday)
  })

  it('rejects kinds and recipients that cannot be chosen', () => {
    const about = { kinds, has_lockers: false, readers: ['delivery-contact' as const] }
    const note = { type: 'external' as const, note_type: 'shipment-note', email_to: [] }
    const may = (actor: Actor, more: Partial<Parameters<typeof mayWriteNote>[1]> = {}) =>
      mayWriteNote(actor, { ...note, ...more }, about)
    expect(may(owner)).toBe(true)
    expect(may(admin, { email_to: ['delivery-contact'] })).toBe(true)
    expect(reasonOf(may(admin, { note_type: 'locker-reservation-details' }))).toContain('Choose another one')
    expect(reasonOf(may(owner, { email_to: ['delivery-contact'] }))).toContain(
      'Only the courier company can email notes',
    )
    expect(reasonOf(may(admin, { type: 'internal', email_to: ['delivery-contact'] }))).toContain(
      'A staff-only note',
    )
    expect(reasonOf(may(admin, { email_to: ['account-holder'] }))).toContain('Choose others')
  })

  it('accepts a reminder of staff for staff from today, and rejects all others', () => {
    const about = { today: '2026-03-11', staff: new Set(['thandi', 'bongani']) }
    const may = (actor: Actor, day?: string, assignee?: string) =>
      reasonOf(mayRemind(actor, { due_day: day, assignee }, about))
    expect(may(admin, '2026-03-11', 'bongani')).toBeNull()
    expect(may(admin, '2026-03-12')).toBeNull()
    expect(may(owner)).toBeNull()
    expect(may(owner, '2026-03-12')).toContain('Only the courier company')
    expect(may(admin, '2026-03-10', 'bongani')).toContain('in the past')
    expect(may(admin, undefined, 'bongani')).toContain('Choose the day')
    expect(may(admin, '2026-03-12', 'riaan')).toContain('Only staff')
  })
})
