import type { cashApi } from '@waybill/domain/cash/api'
import { remittanceOf } from '@waybill/domain/cash/cash-book'
import { remittancePaid } from '@waybill/domain/cash/events'
import type { Remittance } from '@waybill/domain/cash/model'
import { remittanceName } from '@waybill/domain/cash/receipt-numbers'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { formatRand, toRand } from '@waybill/domain/kit/money'
import { conflict, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { lockBalance } from '../../accounts/index.ts'
import {
  insertMovement,
  insertRemittance,
  listPayableRows,
  listRemittanceRows,
  lockReadyMoney,
  putIntoRemittance,
  requireOffice,
  type RemittanceRow,
} from '../../cash/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { postCodFee } from '../ledger/post-transaction.ts'

const max_per_page = 500

/** Lists accounts to which collected money is owed. */
export const listPayables: Handler<typeof cashApi.payables> = async (ctx, input) => {
  requireOffice(ctx)
  const { rows, total } = await listPayableRows(ctx, input.search, pageOf(input, max_per_page))
  return { payables: rows, count: total }
}

/**
 * Records the payout of all collected money of an account that was handed in, less the fee. The fee is charged to the
 * account and paid from the money at once, so that it is on an invoice with its VAT and the balance stays the same.
 */
export const remit: Handler<typeof cashApi.remit> = async (
  ctx,
  { account_id, collected, bank_reference },
) => {
  requireOffice(ctx)
  if (bank_reference.trim() === '')
    throw invalid('Enter the reference of the bank payment.', [
      { field: 'bank_reference', message: 'Enter the reference of the bank payment.' },
    ])
  await lockBalance(ctx, account_id)
  const ready = await lockReadyMoney(ctx, account_id)
  if (ready.numbers.length === 0) throw wrongState('No money of this account can be paid out now.')
  if (ready.collected !== collected)
    throw conflict(
      `The money to pay out has changed from ${formatRand(collected)} to ${formatRand(ready.collected)}. Check it again.`,
      { collected: toRand(ready.collected) },
    )
  const { fee } = ready
  const id = await insertRemittance(ctx, {
    account_id,
    collected,
    fee,
    receipts: ready.numbers.length,
    bank_reference: bank_reference.trim(),
  })
  const reference = remittanceName(id)
  await putIntoRemittance(ctx, ready.numbers, id)
  await insertMovement(ctx, remittanceOf(account_id, collected, fee), reference)
  if (fee > 0)
    await postCodFee(ctx, { account_id, amount: fee, description: `Fee for cash on delivery, ${reference}` })
  await ctx.emit(remittancePaid, { remittance_id: id, account_id, reference, paid: collected - fee })
  return presentRemittance(await findRemittance(ctx, id))
}

/** Lists payouts that the caller may see, newest first. */
export const listRemittances: Handler<typeof cashApi.remittances> = async (ctx, input) => {
  const { rows, total } = await listRemittanceRows(ctx, input, pageOf(input, max_per_page))
  return { remittances: rows.map(presentRemittance), count: total }
}

/** Returns a payout that the caller may see; throws 404 when there is none. */
export async function findRemittance(ctx: Context, id: number): Promise<RemittanceRow> {
  const { rows } = await listRemittanceRows(ctx, { id }, { limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw notFound('Could not find this payout.')
  return row
}

function presentRemittance(row: RemittanceRow): Remittance {
  return { ...row, display_id: remittanceName(row.id), paid: row.collected - row.fee }
}
