import { z } from 'zod'
import { instant, rand } from '../kit/calls/wire.ts'
import { collection_methods } from './collecting.ts'
import { cash_up_states, holder_kinds } from './cash-up.ts'

/** The counted notes and coins, by their value in cents. */
export const Denominations = z.record(z.string().regex(/^\d{2,5}$/), z.int().min(0).max(100_000))

/** The receipt of money that a driver took. */
export const CashReceipt = z.object({
  number: z.int(),
  display_id: z.string(),
  shipment_id: z.int(),
  tracking_reference: z.string(),
  account_id: z.int(),
  account_name: z.string(),
  username: z.string(),
  driver_name: z.string(),
  due: rand,
  amount: rand,
  fee: rand,
  method: z.enum(collection_methods),
  slip_reference: z.string(),
  difference_reason: z.string(),
  /** Why the delivery was not recorded although money was taken; `''` when it was. */
  refusal: z.string(),
  void_reason: z.string(),
  cash_up_id: z.int().nullable(),
  /** Whether the money is with the company and can be paid out. */
  is_handed_in: z.boolean(),
  remittance_id: z.int().nullable(),
  collected_at: instant,
})
export type CashReceipt = z.output<typeof CashReceipt>

/** A count of the cash of a driver or till. Amounts in cents. */
export const CashUp = z.object({
  id: z.int(),
  kind: z.enum(holder_kinds),
  username: z.string(),
  holder_name: z.string(),
  /** The counted till; `null` for drivers. */
  till_id: z.int().nullable(),
  state: z.enum(cash_up_states),
  expected: rand,
  counted: rand,
  denominations: z.record(z.string(), z.int()),
  difference_reason: z.string(),
  unused_numbers: z.string(),
  unused_reason: z.string(),
  counted_by: z.string(),
  counted_by_name: z.string(),
  confirmed_by_name: z.string().nullable(),
  confirmed_at: instant.nullable(),
  rejection_reason: z.string(),
  time_created: instant,
})
export type CashUp = z.output<typeof CashUp>

/** Who holds how much cash now. */
export const CashHolder = z.object({
  kind: z.enum(holder_kinds),
  username: z.string(),
  holder_name: z.string(),
  /** The open till; `null` for drivers. */
  till_id: z.int().nullable(),
  held: rand,
  /** The count that waits for another person; `null` when there is none. */
  waiting_cash_up_id: z.int().nullable(),
})
export type CashHolder = z.output<typeof CashHolder>

/** What one person must hand in, with the numbers of receipts that were left out. */
export const Drawer = CashHolder.extend({ receipts: z.int(), unused_numbers: z.array(z.int()) })
export type Drawer = z.output<typeof Drawer>

/** Money that is owed to an account, and what of it can be paid out now. */
export const Payable = z.object({
  account_id: z.int(),
  account_code: z.string(),
  account_name: z.string(),
  owed: rand,
  /** The money that was handed in. */
  ready: rand,
  fee: rand,
  receipts: z.int(),
})
export type Payable = z.output<typeof Payable>

/** A payout of collected money to an account. */
export const Remittance = z.object({
  id: z.int(),
  display_id: z.string(),
  account_id: z.int(),
  account_name: z.string(),
  receipts: z.int(),
  collected: rand,
  fee: rand,
  paid: rand,
  bank_reference: z.string(),
  time_created: instant,
})
export type Remittance = z.output<typeof Remittance>
