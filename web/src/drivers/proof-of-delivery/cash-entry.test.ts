import type { StopShipment } from '@waybill/domain/drivers/model'
import { describe, expect, it } from 'vitest'
import {
  missingCash,
  newCash,
  newHandOver,
  payloadOf,
  withReceiptNumbers,
  type CashEntry,
} from './hand-over.ts'

const shipment = (id: number, codDue: number): StopShipment => ({
  shipment_id: id,
  tracking_reference: `R${id}VGB3`,
  status: 'out-for-delivery',
  account_name: 'Kaapse Keuken',
  service_level_code: 'ECO',
  pod_method: 'pin-with-fallback',
  has_pin: false,
  is_return: false,
  special_instructions: '',
  contact_name: 'Naledi',
  contact_number: '',
  attempt_number: 1,
  cod_due: codDue,
  pickup_point_id: '',
  pickup_point_name: '',
  pickup_door: '',
  courier_code: '',
  parcels: [],
})
const given = (cash: Record<number, Partial<CashEntry>>) => ({
  ...newHandOver('Naledi'),
  cash: Object.fromEntries(Object.entries(cash).map(([id, entry]) => [id, { ...newCash(), ...entry }])),
})
const numbers = { blocks: [{ first_number: 51, last_number: 52 }], unusable: [] }

describe('money at a hand-over', () => {
  it.each([
    ['nothing', {}, 'Money needed'],
    ['the amount', { amount: '450' }, null],
    ['another amount', { amount: '400.00' }, 'Reason needed'],
    ['another amount with a reason', { amount: '400', difference_reason: 'Short' }, null],
    ['a card without a slip', { amount: '450', method: 'card-machine' as const }, 'Slip needed'],
  ])('with %s says what is missing', (_, entry, missing) => {
    expect(missingCash(shipment(1, 450_00), given({ 1: entry }))).toBe(missing)
  })

  it('draws the next receipt number for each shipment, and keeps one that was drawn', () => {
    const both = [shipment(1, 450_00), shipment(2, 100_00), shipment(3, 0)]
    const typed = given({ 1: { amount: '450' }, 2: { amount: '100' } })
    const drawn = withReceiptNumbers(both, typed, numbers, [50])
    expect([drawn?.[1]?.receipt_number, drawn?.[2]?.receipt_number]).toEqual([51, 52])
    const again = withReceiptNumbers(both, { ...typed, cash: drawn ?? {} }, numbers, [52])
    expect(again).toEqual(drawn)
    expect(withReceiptNumbers(both, typed, numbers, [51])).toBeNull()
  })

  it('draws the next receipt number instead of one that the server rejected', () => {
    const typed = given({ 1: { amount: '450', receipt_number: 51 } })
    const rejected = { ...numbers, unusable: [51] }
    expect(withReceiptNumbers([shipment(1, 450_00)], typed, rejected, [51])?.[1]?.receipt_number).toBe(52)
  })

  it('is sent with the delivery, and only for a shipment with money to collect', () => {
    const typed = given({ 1: { amount: '450', receipt_number: 51 }, 2: { amount: '9', receipt_number: 52 } })
    expect(payloadOf(shipment(1, 450_00), typed, 'delivery').cash).toEqual({
      receipt_number: 51,
      method: 'cash',
      amount: 450_00,
      displayed_due: 450_00,
    })
    expect(payloadOf(shipment(2, 0), typed, 'delivery').cash).toBeUndefined()
  })
})
