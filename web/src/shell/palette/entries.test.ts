import { expect, it } from 'vitest'
import { IconBox } from '../../kit/icons/icons.ts'
import { mayBeReference, nameOfPath, narrowEntries, type PaletteEntry } from './entries.ts'

const entry = (
  group: PaletteEntry['group'],
  label: string,
  more: Partial<PaletteEntry> = {},
): PaletteEntry => ({
  key: `${group} ${label}`,
  group,
  label,
  icon: IconBox,
  ...more,
})
const labels = (entries: readonly PaletteEntry[]) => entries.map(({ label }) => label)

it('finds words by their beginnings in any order, ignores accents, and sorts best matches first within each group', () => {
  const all = [
    entry('Go to', 'New shipments'),
    entry('Go to', 'Shipments'),
    entry('Actions', 'New shipment'),
    entry('Records', 'Café Riebeek', { hint: 'Account' }),
  ]
  expect(labels(narrowEntries(all, 'ship'))).toEqual(['New shipment', 'Shipments', 'New shipments'])
  expect(labels(narrowEntries(all, 'riebeek cafe'))).toEqual(['Café Riebeek'])
  expect(labels(narrowEntries(all, 'account'))).toEqual(['Café Riebeek'])
  expect(labels(narrowEntries(all, 'hipment'))).toEqual([])
  const invoices = entry('Go to', 'Billing', { words: 'invoices' })
  const half = [invoices, entry('Go to', 'Draft invoices'), entry('Go to', 'Invoices')]
  expect(labels(narrowEntries(half, 'invoice'))).toEqual(['Invoices', 'Draft invoices', 'Billing'])
  expect(narrowEntries(all, '')).toHaveLength(4)
  expect(labels(narrowEntries([entry('Records', 'Find', { isAlways: true })], 'zzz'))).toEqual(['Find'])
})

it('derives the name of a page from its path', () => {
  expect(nameOfPath('/tools/users-bulk-import')).toEqual({ label: 'Users bulk import', hint: 'Tools' })
  expect(nameOfPath('/profile')).toEqual({ label: 'Profile' })
})

it('accepts references with and without digits, and rejects short texts and texts of several words without digits', () => {
  for (const text of ['NTQNWJ', 'K4XW7T', 'PO 1188', 'INV-000212']) expect(mayBeReference(text)).toBe(true)
  for (const text of ['AB', '', 'DARK THEME', 'NEW SHIPMENT']) expect(mayBeReference(text)).toBe(false)
})
