import type { cashApi } from '@waybill/domain/cash/api'
import { collectionOf, voidOf } from '@waybill/domain/cash/cash-book'
import { differenceReasonOf, mayHandOver } from '@waybill/domain/cash/collecting'
import { feeFor } from '@waybill/domain/cash/fee'
import type { CashTaken } from '@waybill/domain/cash/cash-taken'
import type { CashReceipt } from '@waybill/domain/cash/model'
import { blockAt, freeNumbers, min_free_numbers, receiptName } from '@waybill/domain/cash/receipt-numbers'
import { isDriver } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { nextNumber } from '../kit/document-numbers-store.ts'
import type { Context, Handler } from '../kit/handler.ts'
import type { ShipmentRow } from '../shipments/index.ts'
import { requireOffice } from './access.ts'
import { insertMovement, lockHolder } from './book-store.ts'
import {
  clearRejections,
  findReceiptHolder,
  insertBlock,
  insertReceipt,
  listBlocks,
  listReceiptRows,
  lockReceipt,
  readPaidShipments,
  updateRefused,
  usedNumbers,
  voidReceiptRow,
} from './receipt-store.ts'
import { feeTermsOf } from './terms.ts'

const max_per_page = 500

/**
 * Returns the numbers of the driver's receipts, and reserves another block when few are free. Blocks never overlap,
 * because their position is drawn from a counter.
 */
export const reserveNumbers: Handler<typeof cashApi.reserveNumbers> = async (ctx) => {
  const { actor } = ctx
  if (!isDriver(actor)) throw forbidden(codedText('only_drivers'))
  await lockHolder(ctx, 'driver', actor.username)
  const blocks = await listBlocks(ctx, actor.username)
  const lastUsed = (await usedNumbers(ctx, actor.username)).at(-1) ?? 0
  if (freeNumbers(blocks, lastUsed) < min_free_numbers) {
    const block = blockAt(await nextNumber(ctx, 'receipt-block'))
    await insertBlock(ctx, actor.username, block)
    blocks.push(block)
  }
  return { blocks: blocks.filter(({ last_number }) => last_number > lastUsed), last_used: lastUsed }
}

/** Returns what the receivers of shipments still have to pay, in cents; nothing once money was taken. */
export async function readDue(
  ctx: Context,
  rows: readonly Pick<ShipmentRow, 'id' | 'cod_amount'>[],
): Promise<ReadonlyMap<number, Cents>> {
  const withMoney = rows.filter(({ cod_amount }) => cod_amount > 0)
  if (withMoney.length === 0) return new Map()
  const paid = await readPaidShipments(
    ctx,
    withMoney.map(({ id }) => id),
  )
  return new Map(withMoney.filter(({ id }) => !paid.has(id)).map(({ id, cod_amount }) => [id, cod_amount]))
}

/** Throws unless the money for a shipment is recorded with its delivery, was taken before, or none is due. */
export async function requireMoney(
  ctx: Context,
  row: ShipmentRow,
  taken: CashTaken | undefined,
): Promise<void> {
  const due = (await readDue(ctx, [row])).get(row.id) ?? 0
  if (due > 0 || !taken) return ensure(mayHandOver(due, taken))
  await lockHolder(ctx, 'driver', ctx.actor.username)
  const earlier = await lockReceipt(ctx, taken.receipt_number)
  if (!earlier || !isOfReceipt(ctx, earlier, row, taken)) throw wrongState(codedText('money_taken'))
}

/** Records that the delivery of a shipment took place: money that was taken for it when it was rejected is accepted. */
export async function acceptEarlierMoney(ctx: Context, { id, cod_amount }: ShipmentRow): Promise<void> {
  if (cod_amount > 0) await clearRejections(ctx, id)
}

type ReceiptRow = NonNullable<Awaited<ReturnType<typeof lockReceipt>>>

/**
 * Whether money is that of a receipt that exists. After a rejected delivery it may be paid in another way, unless it was
 * counted or paid out.
 */
function isOfReceipt(ctx: Context, receipt: ReceiptRow, row: ShipmentRow, taken: CashTaken): boolean {
  if (receipt.voided_by !== null || receipt.shipment_id !== row.id) return false
  if (receipt.username !== ctx.actor.username || receipt.amount !== taken.amount) return false
  const isOpen = receipt.refusal !== '' && receipt.cash_up_id === null && receipt.remittance_id === null
  return isOpen || isPaidAlike(receipt, paymentOf(taken))
}

type Payment = Pick<ReceiptRow, 'method' | 'slip_reference'>

/** How money was paid, as a receipt stores it: cash has no slip. */
function paymentOf({ method, slip_reference = '' }: CashTaken): Payment {
  return { method, slip_reference: method === 'cash' ? '' : slip_reference.trim() }
}

const isPaidAlike = (one: Payment, other: Payment): boolean =>
  one.method === other.method && one.slip_reference === other.slip_reference

/**
 * Records the money that a driver took for a locked shipment, once per number, and who holds and owns it. `refusal`: why
 * the delivery itself was rejected; the money was taken nevertheless and is recorded.
 */
export async function recordCollection(
  ctx: Context,
  row: ShipmentRow,
  taken: CashTaken,
  { at, refusal }: { at: Date; refusal: string },
): Promise<void> {
  const { username, name } = ctx.actor
  const { receipt_number: number, amount } = taken
  const payment = paymentOf(taken)
  const received = { method: payment.method, username, account_id: row.account_id, amount }
  const about = `${receiptName(number)}, ${row.custom_tracking_reference ?? row.short_tracking_reference}`
  await lockHolder(ctx, 'driver', username)
  const earlier = await lockReceipt(ctx, number)
  if (earlier && isOfReceipt(ctx, earlier, row, taken)) {
    if (!isPaidAlike(earlier, payment)) {
      await insertMovement(ctx, voidOf(earlier), receiptName(number))
      await insertMovement(ctx, collectionOf({ ...received, account_id: earlier.account_id }), about)
    }
    if (earlier.refusal !== '')
      await updateRefused(ctx, number, {
        ...payment,
        difference_reason: taken.difference_reason?.trim() || earlier.difference_reason,
      })
    return
  }
  const blocks = await listBlocks(ctx, username)
  if (!blocks.some(({ first_number, last_number }) => first_number <= number && number <= last_number))
    throw invalid(codedText('receipt_not_yours', { receipt: receiptName(number) }), [
      { field: 'cash.receipt_number', message: 'is not reserved for this driver' },
    ])
  if (earlier && earlier.voided_by !== null)
    throw wrongState(codedText('receipt_void', { receipt: receiptName(number) }))
  const due = (await readDue(ctx, [row])).get(row.id) ?? 0
  const fee = feeFor(amount, await feeTermsOf(ctx, row.account_id))
  const isNew = await insertReceipt(ctx, {
    number,
    username,
    driver_name: name,
    shipment_id: row.id,
    account_id: row.account_id,
    due,
    amount,
    ...payment,
    difference_reason: differenceReasonOf(due, taken),
    refusal,
    fee,
    collected_at: at,
  })
  if (!isNew) throw wrongState(codedText('receipt_used', { receipt: receiptName(number) }))
  await insertMovement(ctx, collectionOf(received), about)
}

/** Lists receipts of money that drivers took. */
export const listReceipts: Handler<typeof cashApi.receipts> = async (ctx, input) => {
  requireOffice(ctx)
  const { rows, total } = await listReceiptRows(ctx, input, pageOf(input, max_per_page))
  return { receipts: rows.map(presentReceipt), count: total }
}

function presentReceipt(row: Awaited<ReturnType<typeof listReceiptRows>>['rows'][number]): CashReceipt {
  return { ...row, display_id: receiptName(row.number) }
}

/**
 * Makes a receipt void whose money was given back. Money that was handed in stays. The cash of the driver is locked
 * first, so that no count that is being made expects this money.
 */
export const voidReceipt: Handler<typeof cashApi.voidReceipt> = async (ctx, { number, reason }) => {
  requireOffice(ctx)
  const holder = await findReceiptHolder(ctx, number)
  if (holder !== undefined) await lockHolder(ctx, 'driver', holder)
  const receipt = await lockReceipt(ctx, number)
  if (!receipt) throw notFound(`Could not find the receipt ${receiptName(number)}.`)
  if (receipt.voided_by !== null) throw wrongState(`${receiptName(number)} is void already.`)
  if (receipt.cash_up_id !== null || receipt.remittance_id !== null)
    throw wrongState(
      `The ${formatRand(receipt.amount)} of ${receiptName(number)} were counted already. Reject the count first.`,
    )
  if (reason.trim() === '')
    throw invalid('Enter why the receipt is void.', [
      { field: 'reason', message: 'Enter why the receipt is void.' },
    ])
  await voidReceiptRow(ctx, number, reason.trim())
  await insertMovement(ctx, voidOf(receipt), receiptName(number))
  const { rows } = await listReceiptRows(ctx, { number }, { limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw new Error('A void receipt could not be read back.')
  return presentReceipt(row)
}
