import { expect, it } from 'vitest'
import { auditLines, auditTypeName, auditValue } from './audit-lines.ts'

it('[AUD-008] shows a missing value as an empty value', () => {
  expect([null, undefined, ''].map((value) => auditValue('city', value))).toEqual([
    'Empty value',
    'Empty value',
    'Empty value',
  ])
  expect(auditValue('is_return', false)).toBe('no')
})

it('[AUD-012] formats date fields as dates and leaves other texts unchanged', () => {
  expect(auditValue('collected_date', '2025-03-04T15:06:09Z')).toBe('4 Mar 2025 17:06:09')
  expect(auditValue('collection_before', '16:00')).toBe('16:00')
  expect(auditValue('customer_reference', '2025-03-04T15:06:09Z')).toBe('2025-03-04T15:06:09Z')
})

it('lists nested changes below their field', () => {
  const lines = auditLines([
    { field: 'delivery_contact', nested: [{ field: 'name', change_from: 'A', change_to: 'B' }] },
  ])
  expect(lines.map(({ depth, field, before, after }) => [depth, field, before, after])).toEqual([
    [0, 'delivery contact', null, null],
    [1, 'name', 'A', 'B'],
  ])
  expect(auditTypeName('provider_setting')).toBe('Provider setting')
})
