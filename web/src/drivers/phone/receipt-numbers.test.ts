import { beforeEach, expect, it, vi } from 'vitest'
import type { ActionContent } from './action-content.ts'
import { noteUsed, numbersInUse, storedNumbers, storeNumbers } from './receipt-numbers.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

const deliveryWith = (number: number): ActionContent => ({
  action: {
    type: 'deliver',
    occurred_at: new Date('2026-03-03T08:00:00Z'),
    payload: { cash: { receipt_number: number, method: 'cash', amount: 450_00 } },
  },
  evidence: [],
  where: '',
})
const empty = { waiting: [], refused: [], isOffline: false }
const blocks = [{ first_number: 1, last_number: 50 }]

it('counts the number of a rejected delivery as used, also when the driver has put the message away', () => {
  storeNumbers('sipho', blocks, 41)
  noteUsed('sipho', deliveryWith(42), 'pin_wrong')
  expect(numbersInUse('sipho', empty)).toEqual([42])
  expect(storedNumbers('sipho').unusable).toEqual([])
})

it('gives up a number that the server rejected, also after more numbers were reserved', () => {
  noteUsed('sipho', deliveryWith(42), 'receipt_used')
  noteUsed('sipho', deliveryWith(43), 'receipt_void')
  noteUsed('sipho', deliveryWith(44))
  storeNumbers('sipho', blocks, 40)
  expect(storedNumbers('sipho')).toEqual({ blocks, last_used: 44, unusable: [42, 43] })
})
