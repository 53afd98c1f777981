import { randomUUID } from 'node:crypto'
import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import {
  transaction_type_names,
  transaction_types,
  type TransactionTypeName,
} from '@waybill/domain/billing/transaction-types'
import { cashApi } from '@waybill/domain/cash/api'
import { denominations } from '@waybill/domain/cash/denominations'
import { driversApi } from '@waybill/domain/drivers/api'
import { hubApi } from '@waybill/domain/hub/api'
import type { Endpoint, Input } from '@waybill/domain/kit/calls/endpoint'
import type { Cents } from '@waybill/domain/kit/money'
import { counterApi } from '@waybill/domain/payments/counter-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { discrepanciesApi } from '@waybill/domain/shipments/discrepancies/discrepancies-api'
import { booking, type Caller } from '../../../server/dev/test-kit/provider.ts'
import { chosen, partOf, type Books } from './books.ts'

/** The numbers of a step; what they choose depends on what is there when it runs. */
export interface Choices {
  account_id: number
  which: number
  /** From 0 to 999. */
  part: number
}

/** A call that is made with a key, once or again. */
type Ready = (key: string) => Promise<unknown>

/** Prepares one call, or returns `null` when there is nothing to do it with. */
type Step = (books: Books, choices: Choices) => Promise<Ready | null>

const ready =
  <E extends Endpoint>(by: Caller, endpoint: E, input: Partial<Input<E>> & object): Ready =>
  (key) =>
    by.send(endpoint, input, { key })

interface FoundShipment {
  id: number
  rate: Cents
  tracking_reference: string
}

const shipmentOf = (books: Books, { account_id, which }: Choices, more = '') =>
  chosen<FoundShipment>(
    books,
    which,
    `SELECT s.id::int, s.rate::int, p.tracking_reference FROM shipment s
      JOIN parcel p ON p.provider_id = s.provider_id AND p.shipment_id = s.id
      WHERE s.provider_id = $1 AND s.account_id = ${account_id} ${more} ORDER BY s.id`,
  )

const invoiceOf = (books: Books, { account_id, which }: Choices) =>
  chosen<{ id: number; open: Cents }>(
    books,
    which,
    `SELECT id::int, (total - amount_paid - credit_note_total)::int AS open FROM invoice
      WHERE provider_id = $1 AND account_id = ${account_id} ORDER BY id`,
  )

const postable = transaction_type_names.filter(
  (type) => transaction_types[type].permission !== null && !type.endsWith('-reversal'),
)

/** Every step that moves money, or that must not. */
export const steps: Readonly<Record<string, Step>> = {
  async book({ clerk }, { account_id, part }) {
    const codAmount = part % 4 === 0 ? (part + 1) * 10 * 10 : 0
    return ready(
      clerk,
      shipmentsApi.create,
      booking({ account_id, ...(codAmount > 0 ? { cod_amount: codAmount } : {}) }),
    )
  },
  async cancel(books, choices) {
    const shipment = await shipmentOf(books, choices)
    return shipment ? ready(books.clerk, shipmentsApi.cancel, { id: shipment.id }) : null
  },
  async move(books, choices) {
    const shipment = await shipmentOf(books, choices)
    const status = (['collected', 'at-hub', 'delivered', 'returned-to-sender'] as const)[choices.part % 4]!
    return shipment ? ready(books.clerk, shipmentsApi.change, { id: shipment.id, status }) : null
  },
  async addCharge(books, choices) {
    const shipment = await shipmentOf(books, choices)
    return shipment
      ? ready(books.clerk, shipmentsApi.addCharge, {
          id: shipment.id,
          name: 'Waiting time',
          unit_price: choices.part,
        })
      : null
  },
  async measure(books, choices) {
    const shipment = await shipmentOf(books, choices)
    return shipment
      ? ready(books.clerk, hubApi.addEvent, {
          parcel_reference: shipment.tracking_reference,
          mode: 're-measure',
          branch_id: books.p.map.branches.CPT,
          confirm_measures: true,
          length_cm: 20 + (choices.part % 60),
          width_cm: 30,
          height_cm: 20,
          weight_kg: 1 + (choices.part % 30),
        })
      : null
  },
  async decideWeight(books, choices) {
    const found = await chosen<{ id: number }>(
      books,
      choices.which,
      'SELECT id::int FROM weight_discrepancy WHERE provider_id = $1 ORDER BY id',
    )
    if (!found) return null
    const { id, version } = await books.clerk.send(discrepanciesApi.detail, found)
    const outcome = (['measured', 'submitted'] as const)[choices.part % 2]!
    return ready(books.clerk, discrepanciesApi.decide, {
      id,
      version,
      outcome,
      message: 'Weighed again',
    } as never)
  },
  async invoice({ clerk }, { account_id }) {
    return ready(clerk, billingApi.runInvoices, { account_id })
  },
  async credit(books, choices) {
    const invoice = await invoiceOf(books, choices)
    if (!invoice) return null
    const { uncredited } = await books.clerk.send(receivablesApi.creditable, { invoice_id: invoice.id })
    const isVoid = choices.part % 3 === 0
    return ready(books.clerk, receivablesApi.credit, {
      invoice_id: invoice.id,
      uncredited,
      reason: 'Agreed',
      ...(isVoid
        ? { is_void: true, invoice_again: choices.part % 2 === 0 }
        : { amount: partOf(uncredited, choices.part) }),
    })
  },
  async post({ clerk }, { account_id, which, part }) {
    const type = postable[which % postable.length]!
    return ready(clerk, billingApi.post, { account_id, type, amount: 1 + part * 37, description: 'By hand' })
  },
  async pay({ clerk }, { account_id, part }) {
    return ready(clerk, billingApi.post, {
      account_id,
      type: 'payment',
      amount: 1 + part * 53,
      description: 'EFT',
    })
  },
  async reverse(books, { account_id, which }) {
    const found = await chosen<{ id: number; type: TransactionTypeName; amount: Cents }>(
      books,
      which,
      `SELECT id::int, type, abs(amount)::int AS amount FROM billing_transaction
        WHERE provider_id = $1 AND account_id = ${account_id} ORDER BY id`,
    )
    const type = found && transaction_types[found.type].reversed_by
    if (!found || !type) return null
    return ready(books.clerk, billingApi.post, {
      account_id,
      type,
      amount: found.amount,
      description: 'Reversed',
      reverses_id: found.id,
    })
  },
  async allocate({ clerk }, { account_id, which, part }) {
    const { credits, invoices } = await clerk.send(receivablesApi.open, { account_id })
    const credit = credits[which % credits.length]
    const invoice = invoices[which % invoices.length]
    if (!credit || !invoice) return null
    const { transaction_id, rest } = credit
    const { invoice_id, open } = invoice
    const amount = partOf(Math.min(rest, open), part)
    return ready(clerk, receivablesApi.allocate, {
      account_id,
      allocations: [{ transaction_id, invoice_id, amount, rest, open }],
    })
  },
  async deallocate({ clerk }, { account_id, which }) {
    const { parts } = await clerk.send(receivablesApi.allocated, { account_id })
    const found = parts[which % parts.length]
    if (!found) return null
    const { transaction_id, invoice_id, amount } = found
    return ready(clerk, receivablesApi.deallocate, { transaction_id, invoice_id, amount })
  },
  async writeOff(books, choices) {
    const invoice = await invoiceOf(books, choices)
    if (!invoice) return null
    return ready(books.clerk, receivablesApi.writeOff, {
      invoice_id: invoice.id,
      open: invoice.open,
      reason: 'Insolvent',
    })
  },
  async refund({ clerk }, { account_id, which, part }) {
    const { credits } = await clerk.send(receivablesApi.open, { account_id })
    const credit = credits[which % credits.length]
    if (!credit) return null
    const { transaction_id, rest } = credit
    return ready(clerk, receivablesApi.refund, {
      transaction_id,
      rest,
      amount: partOf(rest, part),
      reason: 'Paid twice',
    })
  },
  async payAtCounter({ clerk, p }, { part, which }) {
    const { id, rate } = await clerk.send(
      shipmentsApi.create,
      booking({ account_id: p.guest_account_id, save_as: 'payment-pending' }),
    )
    const price = rate ?? 0
    const more =
      part % 2 === 0
        ? { method: 'cash' as const, amount: price - (price % 10) + (which % 3) * 10_00 }
        : { method: 'card-terminal' as const, amount: price, slip_reference: `S${id}` }
    return ready(clerk, counterApi.take, { shipment_id: id, rate: price, ...more })
  },
  async till({ clerk }, { which, part }) {
    const amount = (part + 1) * 10
    return which % 2 === 0
      ? ready(clerk, cashApi.openTill, { opening_float: amount })
      : ready(clerk, cashApi.payFromTill, { amount, reason: 'Parking' })
  },
  async safe({ clerk, driver }, { which, part }) {
    const amount = (part + 1) * 10
    return which % 2 === 0
      ? ready(clerk, cashApi.deposit, { amount, reference: `Slip ${part}` })
      : ready(clerk, cashApi.giveFloat, { username: driver.username, amount })
  },
  async deliverForCash({ clerk, driver, p }, choices) {
    const shipment = await p.given.shipment({
      account_id: choices.account_id,
      cod_amount: (choices.part + 1) * 100,
      status: 'at-destination-hub',
    })
    await clerk.send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
      assign_anyway: true,
    })
    const report = (type: 'load' | 'deliver', payload: object) => ({
      actions: [
        {
          action_id: randomUUID(),
          type,
          shipment_id: shipment.id,
          scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
          occurred_at: new Date(),
          payload,
        },
      ],
    })
    await driver.send(driversApi.actions, report('load', {}))
    const { blocks, last_used } = await driver.send(cashApi.reserveNumbers, {})
    const receiptNumber = Math.max(blocks[0]?.first_number ?? 0, last_used + 1)
    const amount = shipment.cod_amount - (choices.which % 5 === 0 ? 10 : 0)
    const cash = {
      receipt_number: receiptNumber,
      method: 'cash',
      amount,
      difference_reason: 'Short of change',
    }
    const delivery = report('deliver', { name: 'Naledi Mokoena', photos: ['6f1d2a.jpg'], cash })
    return ready(driver, driversApi.actions, delivery)
  },
  async voidReceipt(books, { which }) {
    const found = await chosen<{ number: number }>(
      books,
      which,
      'SELECT number::int FROM cash_receipt WHERE provider_id = $1 ORDER BY number',
    )
    return found
      ? ready(books.clerk, cashApi.voidReceipt, { number: found.number, reason: 'Given back' })
      : null
  },
  async count({ clerk, driver }, { which, part }) {
    const caller = which % 2 === 0 ? clerk : driver
    const kind = which % 2 === 0 ? ('till' as const) : ('driver' as const)
    const { drawer } = await caller.send(cashApi.drawer, { kind })
    if (!drawer) return null
    return ready(caller, cashApi.cashUp, {
      kind,
      expected: drawer.held,
      denominations: inNotes(Math.max(0, drawer.held - (part % 3) * 10)),
      difference_reason: 'A coin fell',
      unused_reason: 'Torn',
    })
  },
  async decideCount(books, { which, part }) {
    const found = await chosen<{ id: number }>(
      books,
      which,
      'SELECT id::int FROM cash_up WHERE provider_id = $1 ORDER BY id',
    )
    return found
      ? ready(books.other, cashApi.decide, {
          id: found.id,
          is_confirmed: part % 3 > 0,
          reason: 'Counted again',
        })
      : null
  },
  async payOut({ clerk }, { which }) {
    const { payables } = await clerk.send(cashApi.payables, {})
    const payable = payables[which % payables.length]
    if (!payable) return null
    return ready(clerk, cashApi.remit, {
      account_id: payable.account_id,
      collected: payable.ready,
      bank_reference: 'EFT 77',
    })
  },
}

/** Returns notes and coins that make an amount; what is less than the smallest coin is left out. */
function inNotes(amount: Cents): Record<string, number> {
  const counted: Record<string, number> = {}
  let left = amount
  for (const value of denominations) {
    const pieces = Math.floor(left / value)
    if (pieces > 0) counted[value] = pieces
    left -= pieces * value
  }
  return counted
}
