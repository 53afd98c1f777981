import type { PlatformProvider } from '@waybill/domain/platform-admin/providers-api'
import { describe, expect, it } from 'vitest'
import { editOf, mergeProviderEdits, originsIn, patchOf, problemsOf, wordsIn } from './provider-edit.ts'

const karoo: PlatformProvider = {
  id: 7,
  name: 'Karoo Carriers',
  status: 'active',
  origins: ['karoo.example', 'portal.karoo.example'],
  is_default: false,
  is_own: false,
  is_pickup_locker_provider: false,
  enabled_features: ['shipments', 'billing'],
  allow_idm: false,
  allow_whatsapp: false,
  overdue_invoices: [],
  web_url: 'https://karoo.example',
  users: 3,
  accounts: 2,
  shipments: 10,
  last_activity: null,
  time_created: new Date('2026-03-03T08:00:00Z'),
  version: 4,
}

describe('form of a company', () => {
  it('parses host names and invoice numbers as users type them', () => {
    expect(originsIn(' https://www.Karoo.example/ \nportal.karoo.example,  api.karoo.example:443')).toEqual([
      'karoo.example',
      'portal.karoo.example',
      'karoo.example',
    ])
    expect(wordsIn('INV1, INV2;INV3\nINV4')).toEqual(['INV1', 'INV2', 'INV3', 'INV4'])
  })

  it('sends only the changed fields, with the version that was read', () => {
    expect(patchOf(karoo, editOf(karoo))).toEqual({ id: 7, version: 4 })
    const edit = { ...editOf(karoo), status: 'overdue' as const, overdue_invoices: 'INV9, INV10' }
    expect(patchOf(karoo, edit)).toEqual({
      id: 7,
      version: 4,
      status: 'overdue',
      overdue_invoices: ['INV9', 'INV10'],
    })
  })

  it('reports missing fields', () => {
    const edit = editOf(karoo)
    expect(problemsOf(karoo, edit)).toEqual([])
    expect(problemsOf(karoo, { ...edit, name: ' ', origins: '' }).map((one) => one.field)).toEqual([
      'name',
      'origins',
    ])
    expect(problemsOf({ is_default: true }, { ...edit, origins: '' })).toEqual([])
    expect(problemsOf(karoo, { ...edit, status: 'overdue' })).toHaveLength(1)
  })

  it('merges the edits of two users, and reports a conflict when both changed the same field', () => {
    const base = editOf(karoo)
    const mine = { ...base, name: 'Karoo', status: 'suspended' as const }
    const theirs = { ...base, allow_idm: true, status: 'closed' as const }
    const { merged, conflicts } = mergeProviderEdits(base, mine, theirs)
    expect(merged).toMatchObject({ name: 'Karoo', allow_idm: true })
    expect(conflicts).toEqual([{ key: 'status', mine: 'Suspended', theirs: 'Closed' }])
  })
})
