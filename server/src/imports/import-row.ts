import {
  bookingOf,
  cellProblems,
  repeatedReferences,
  type CellProblem,
  type RowBooking,
} from '@waybill/domain/imports/booking'
import { isStaff } from '@waybill/domain/kit/actor'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { NewShipment } from '@waybill/domain/shipments/model'
import { hasBeenCollected, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { accountFor, accountOfCode } from '../accounts/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { bookInForce, factsOf } from '../rates/index.ts'
import { bookShipment, cancelShipment, lockShipment, locate } from '../shipments/index.ts'
import { claimRow, readCells, settleRow, type JobRow, type Settled, type WaitingRow } from './store.ts'
import { tryOut } from './dry-run-rollback.ts'

/** Checks a row by booking it and rolling back. Returns the problems by cell, or the price of a valid row. */
export async function tryBooking(acting: ExternalContext, job: JobRow, row: WaitingRow): Promise<Settled> {
  const booking = bookingOf(row.cells)
  const problems = [...booking.problems, ...(await repeatedIn(acting, job, row))]
  // The trial booking would only check credit and similar rules, so it is skipped when the row itself is invalid.
  if (problems.length > 0) return { state: 'wrong', problems }
  try {
    const places = await locate(acting, booking.input)
    const shipment = await tryOut(acting, async (inner) =>
      bookShipment(inner, await inputOf(inner, job, booking), places),
    )
    return { state: 'good', price: shipment.rate }
  } catch (error) {
    return { state: 'wrong', problems: problemsOfError(error, row) }
  }
}

/** Books a row exactly once: the row is claimed and marked in the same transaction as the booking. */
export async function bookRow(
  acting: ExternalContext,
  job: JobRow,
  row: WaitingRow,
): Promise<Settled | null> {
  const booking = bookingOf(row.cells)
  try {
    if (booking.problems.length > 0) return { state: 'failed', problems: booking.problems }
    const places = await locate(acting, booking.input)
    await acting.inTransaction(async (inner) => {
      if (!(await claimRow(inner, job.id, row.row, { row: 'good', job: 'running' }))) return
      const shipment = await bookShipment(inner, await inputOf(inner, job, booking), places)
      await settleRow(inner, job.id, row, 'good', {
        state: 'done',
        price: shipment.rate,
        shipment_id: shipment.id,
        reference: shipment.custom_tracking_reference ?? shipment.short_tracking_reference,
      })
    })
    return null
  } catch (error) {
    return { state: 'failed', problems: problemsOfError(error, row) }
  }
}

/** Undoes a booked row: cancels its shipment and reverses its charges, unless the shipment was collected. */
export async function cancelRow(
  acting: ExternalContext,
  job: JobRow,
  row: WaitingRow,
): Promise<Settled | null> {
  const { shipment_id } = row
  if (shipment_id === null) return { state: 'kept' }
  try {
    await acting.inTransaction(async (inner) => {
      if (!(await claimRow(inner, job.id, row.row, { row: 'done', job: 'undoing' }))) return
      const shipment = await lockShipment(inner, shipment_id)
      const status = shipment.status
      if (status !== 'cancelled' && hasBeenCollected({ status, collected_date: shipment.collected_date }))
        throw invalid(`This shipment is ${statusLabel(status).toLowerCase()} and can no longer be cancelled.`)
      await cancelShipment(inner, {
        id: shipment_id,
        tracking_reference: undefined,
        message: 'Import undone',
      })
      await settleRow(inner, job.id, row, 'done', { state: 'undone' })
    })
    return null
  } catch (error) {
    return { state: 'kept', problems: problemsOfError(error, row) }
  }
}

/**
 * Converts an error to cell problems. Temporary outages and internal errors are rethrown, because they are not
 * problems of the row.
 */
function problemsOfError(error: unknown, row: WaitingRow): CellProblem[] {
  if (!(error instanceof Problem) || error.kind === 'unavailable' || error.kind === 'maintenance') throw error
  return cellProblems(error, row.cells)
}

async function repeatedIn(acting: ExternalContext, job: JobRow, row: WaitingRow): Promise<CellProblem[]> {
  if (!row.cells['custom_tracking_reference']) return []
  const earlier = repeatedReferences(await acting.inTransaction((inner) => readCells(inner, job.id))).get(
    row.row,
  )
  return earlier === undefined
    ? []
    : [
        {
          column: 'custom_tracking_reference',
          message: `Line ${earlier} has the same tracking reference. Each shipment needs its own.`,
        },
      ]
}

/** Completes the booking with data from the database: the account by code and the options by name. */
async function inputOf(ctx: Context, job: JobRow, booking: RowBooking): Promise<NewShipment> {
  const accountId = await accountIdOf(ctx, booking.account_code)
  await requireLevel(ctx, booking.input.service_level_code ?? '')
  const options = await optionsOf(ctx, accountId, booking.opt_ins)
  return {
    ...booking.input,
    ...options,
    account_id: accountId,
    dangerous_goods_confirmed: job.dangerous_goods_confirmed,
  }
}

async function accountIdOf(ctx: Context, code: string): Promise<number | undefined> {
  const wrong = (message: string) => invalid(message, [{ field: 'account_id', message }])
  if (code === '') {
    if (isStaff(ctx.actor)) throw wrong('Enter the code of the account the shipment is booked for.')
    return undefined
  }
  const found = await accountOfCode(ctx, code)
  if (found !== null) return found
  throw wrong(
    isStaff(ctx.actor)
      ? `There is no account ${code}.`
      : `${code} is not the code of your account. Leave the cell empty.`,
  )
}

async function requireLevel(ctx: Context, code: string): Promise<void> {
  const { services } = await bookInForce(ctx)
  if (services.some((one) => one.is_active && one.code === code)) return
  const codes = services.flatMap((one) => (one.is_active ? one.code : []))
  const message = `There is no service level ${code}. Use one of ${codes.join(', ')}.`
  throw invalid(message, [{ field: 'service_level_code', message }])
}

async function optionsOf(
  ctx: Context,
  accountId: number | undefined,
  named: readonly string[],
): Promise<Pick<NewShipment, 'opt_in_rates' | 'opt_in_time_based_rates'>> {
  if (named.length === 0) return { opt_in_rates: undefined, opt_in_time_based_rates: undefined }
  const [account, book] = [await accountFor(ctx, accountId), await bookInForce(ctx)]
  const group = book.group(factsOf(account).priceListOn(dayOf(ctx.now)))
  const chosen: { opt_in_rates: number[]; opt_in_time_based_rates: number[] } = {
    opt_in_rates: [],
    opt_in_time_based_rates: [],
  }
  for (const name of named) {
    const isMeant = ({ terms }: { terms: { id: number; name: string; is_opt_in: boolean } }): boolean =>
      terms.is_opt_in && (terms.name.toLowerCase() === name.toLowerCase() || String(terms.id) === name)
    const rate = group?.rate_adjustments.find(isMeant)
    const timed = group?.time_based.find(isMeant)
    if (rate) chosen.opt_in_rates.push(rate.terms.id)
    else if (timed) chosen.opt_in_time_based_rates.push(timed.terms.id)
    else {
      const message = `There is no option ${name}. Use its name from the booking form.`
      throw invalid(message, [{ field: 'opt_in_rates', message }])
    }
  }
  return chosen
}
