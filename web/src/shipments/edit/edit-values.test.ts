import { expect, it } from 'vitest'
import type { Shipment } from '@waybill/domain/shipments/model'
import { editPatch, editProblems, editValues, mergeEdits, type EditValues } from './route-edit.ts'

const base: EditValues = {
  collection_name: 'Riaan',
  collection_mobile: '',
  collection_email: '',
  collection_date: '2025-11-14',
  collection_window: { from: '08:00', to: '17:00' },
  collection_reason: null,
  collection_instructions: '',
  delivery_name: 'Naledi',
  delivery_mobile: '',
  delivery_email: '',
  delivery_date: '2025-11-18',
  delivery_window: { from: '08:00', to: '17:00' },
  delivery_reason: null,
  delivery_instructions: '',
  customer_reference: 'PO-1',
  invoice_trigger: null,
}

it('reports a conflict only for fields that both users changed to different values and merges the other user’s remaining changes', () => {
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

it('formats a window as a time range and an emptied text as Empty in conflicts', () => {
  const mine = { ...base, delivery_window: { from: '12:00', to: '15:00' }, customer_reference: '' }
  const theirs = { ...base, delivery_window: { from: '08:00', to: '10:00' }, customer_reference: 'PO-9' }
  expect(
    mergeEdits(base, mine, theirs).conflicts.map(({ mine: left, theirs: right }) => [left, right]),
  ).toEqual([
    ['12:00–15:00', '08:00–10:00'],
    ['Empty', 'PO-9'],
  ])
})

const shipment = {
  id: 7,
  version: 3,
  collection_contact: { name: 'Riaan', mobile_number: '', email: '' },
  collection_min_date: '2025-11-14',
  collection_after: '08:00',
  collection_before: '17:00',
  special_instructions_collection: '',
  delivery_contact: { name: 'Naledi', mobile_number: '', email: '' },
  delivery_min_date: '2025-11-18',
  delivery_after: '08:00',
  delivery_before: '17:00',
  special_instructions_delivery: '',
  customer_reference: 'PO-1',
  invoice_trigger_shipment_status: 'collected',
} as Shipment

const now = new Date('2025-11-14T10:00:00+02:00')

it('[SHIP-012] [SHIP-063] requires a reason for another day and sends it', () => {
  const later = { ...editValues(shipment), delivery_date: '2025-11-19' }
  expect(editProblems(shipment, later, ['Weather'], now)).toEqual([
    { field: 'delivery_reason', message: 'Reason for requested date change is required.' },
  ])
  expect(editProblems(shipment, later, [], now)).toEqual([])
  const explained = { ...later, delivery_reason: 'Weather' }
  expect(editProblems(shipment, explained, ['Weather'], now)).toEqual([])
  expect(editPatch(shipment, explained)).toEqual({
    id: 7,
    version: 3,
    delivery_min_date: '2025-11-19',
    delivery_rescheduled_reason: 'Weather',
  })
  const words = { ...editValues(shipment), delivery_instructions: 'Ring twice' }
  expect(editProblems(shipment, words, ['Weather'], now)).toEqual([])
})

it('rejects a changed day or window that has passed and ignores unchanged ones', () => {
  const evening = new Date('2025-11-18T20:40:00+02:00')
  const problems = (more: Partial<EditValues>) =>
    editProblems(shipment, { ...editValues(shipment), ...more }, [], evening)
  expect(problems({})).toEqual([])
  expect(problems({ delivery_date: '2025-11-17' })).toEqual([
    { field: 'delivery_date', message: 'This day has passed. Choose a later one.' },
  ])
  expect(problems({ delivery_window: { from: '08:00', to: '16:00' } })).toEqual([
    {
      field: 'delivery_window',
      message: 'It is 20:40 and this window has ended. Choose a later time or another day.',
    },
  ])
  expect(problems({ delivery_window: { from: '20:00', to: '21:00' } })).toEqual([])
})

it('[SHIP-061] [SHIP-062] reports a window that ends before it starts with the message of the shipment checks', () => {
  const turned = { from: '17:00', to: '08:00' }
  const values = { ...editValues(shipment), collection_window: turned, delivery_window: turned }
  expect(editProblems(shipment, values, [], now).map(({ message }) => message)).toEqual([
    'The "collection to" time cannot be earlier than the "collection from" time',
    'The "delivery to" time cannot be earlier than the "delivery from" time',
  ])
})

it('[SHIP-024] sends the invoice trigger status when it has been changed', () => {
  const values = { ...editValues(shipment), invoice_trigger: 'delivered' as const }
  expect(editPatch(shipment, values)).toEqual({
    id: 7,
    version: 3,
    invoice_trigger_shipment_status: 'delivered',
  })
})
