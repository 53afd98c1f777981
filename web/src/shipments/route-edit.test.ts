import { expect, it } from 'vitest'
import { mergeEdits, type EditValues } from './route-edit.ts'

const base: EditValues = {
  collection_name: 'Riaan',
  collection_mobile: '',
  collection_email: '',
  collection_date: '2025-11-14',
  collection_window: { from: '08:00', to: '17:00' },
  collection_instructions: '',
  delivery_name: 'Naledi',
  delivery_mobile: '',
  delivery_email: '',
  delivery_date: '2025-11-18',
  delivery_window: { from: '08:00', to: '17:00' },
  delivery_instructions: '',
  customer_reference: 'PO-1',
}

it('asks only about fields that both changed differently, and takes the rest of theirs', () => {
  const mine = { ...base, delivery_instructions: 'Ring twice', delivery_name: 'Thabo' }
  const theirs = {
    ...base,
    delivery_instructions: 'Use the gate',
    customer_reference: 'PO-2',
    delivery_name: 'Thabo',
  }
  const { merged, conflicts } = mergeEdits(base, mine, theirs)
  expect(conflicts).toEqual([
    {
      key: 'delivery_instructions',
      label: 'Delivery instructions',
      mine: 'Ring twice',
      theirs: 'Use the gate',
    },
  ])
  expect(merged.customer_reference).toBe('PO-2')
  expect(merged.delivery_instructions).toBe('Ring twice')
})

it('shows a window as people read it and an emptied text as empty', () => {
  const mine = { ...base, delivery_window: { from: '12:00', to: '15:00' }, customer_reference: '' }
  const theirs = { ...base, delivery_window: { from: '08:00', to: '10:00' }, customer_reference: 'PO-9' }
  expect(
    mergeEdits(base, mine, theirs).conflicts.map(({ mine: left, theirs: right }) => [left, right]),
  ).toEqual([
    ['12:00–15:00', '08:00–10:00'],
    ['Empty', 'PO-9'],
  ])
})
