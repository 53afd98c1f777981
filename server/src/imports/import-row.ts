import {
  bookingOf,
  cellProblems,
  repeatedReferences,
  type CellProblem,
  type RowBooking,
} from '@waybill/domain/imports/booking'
import { isStaff } from '@waybill/domain/kit/actor'
import { invalid, Problem, type FieldProblem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { firstProblem, type Side } from '@waybill/domain/shipments/booking/shipment-checks'
import type { NewShipment } from '@waybill/domain/shipments/model'
import { hasBeenCollected, statusLabel } from '@waybill/domain/shipments/statuses/status'
import { bookingAccountFor, accountOfCode } from '../accounts/index.ts'
import type { Context, ExternalContext } from '../kit/handler.ts'
import { bookInForce, factsOf } from '../rates/index.ts'
import {
  bookingProblems,
  bookShipment,
  cancelShipment,
  locate,
  locateSide,
  lockShipment,
} from '../shipments/index.ts'
import { claimRow, readCells, settleRow, type JobRow, type Settled, type WaitingRow } from './store.ts'
import { tryOut } from '../kit/dry-run-rollback.ts'

/**
 * Checks a row by booking it and rolling back. Returns all its problems by cell, or the price of a valid row. A cell has
 * only its first problem, because the others often follow from it.
 */
export async function tryBooking(acting: ExternalContext, job: JobRow, row: WaitingRow): Promise<Settled> {
  const booking = bookingOf(row.cells)
  const problems = [...booking.problems, ...(await repeatedIn(acting, job, row))]
  const add = (found: readonly CellProblem[]): void => {
    const known = new Set(problems.map(({ column }) => column))
    problems.push(...found.filter(({ column }) => !known.has(column)))
  }
  const places = await placesOf(acting, booking, row, add)
  try {
    const result = await tryOut(acting, async (inner) => {
      const named = await inputOf(inner, job, booking)
      add(problemsOfFields(named.problems, row))
      if (booking.is_readable)
        add(problemsOfFields(await bookingProblems(inner, named.input, places, named.is_account_known), row))
      return problems.length > 0 ? null : bookShipment(inner, named.input, places)
    })
    if (result) return { state: 'good', price: result.rate }
  } catch (error) {
    add(problemsOfError(error, row))
  }
  return { state: 'wrong', problems }
}

/** Finds the places of both sides; `null` unless both are found. Reports the side of each problem. */
async function placesOf(
  acting: ExternalContext,
  { input }: RowBooking,
  row: WaitingRow,
  report: (problems: readonly CellProblem[]) => void,
) {
  const find = async (side: Side) => {
    try {
      return await locateSide(acting, input, side)
    } catch (error) {
      const ofPoint = row.cells[`${side}_pickup_point_id`] ? `${side}_pickup_point_id` : ''
      report(problemsOfError(error, row).map((one) => ({ ...one, column: one.column || ofPoint })))
      return null
    }
  }
  const [collection, delivery] = [await find('collection'), await find('delivery')]
  return collection && delivery ? { collection, delivery } : null
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
      const { input, problems } = await inputOf(inner, job, booking)
      ensure(firstProblem(problems))
      const shipment = await bookShipment(inner, input, places)
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

function problemsOfFields(fields: readonly FieldProblem[], row: WaitingRow): CellProblem[] {
  const [first] = fields
  return first ? cellProblems({ message: first.message, fields }, row.cells) : []
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

/** A booking completed with data from the database, and the names in it that do not exist. */
interface NamedBooking {
  input: NewShipment
  is_account_known: boolean
  problems: FieldProblem[]
}

/** Completes the booking with the account by code and the options by name. */
async function inputOf(ctx: Context, job: JobRow, booking: RowBooking): Promise<NamedBooking> {
  const account = await accountIdOf(ctx, booking.account_code)
  const level = await levelProblem(ctx, booking.service_level_code)
  const isAccountKnown = !('message' in account)
  const options = isAccountKnown
    ? await optionsOf(ctx, account.id, booking.opt_ins)
    : { opt_in_rates: undefined, opt_in_time_based_rates: undefined, problems: [] }
  const { problems, ...chosen } = options
  return {
    input: {
      ...booking.input,
      ...chosen,
      account_id: isAccountKnown ? account.id : undefined,
      dangerous_goods_confirmed: job.dangerous_goods_confirmed,
    },
    is_account_known: isAccountKnown,
    problems: [...(isAccountKnown ? [] : [account]), ...(level ? [level] : []), ...problems],
  }
}

/** Returns the id of the account with this code, or the problem. Users of an account book for their own. */
async function accountIdOf(ctx: Context, code: string): Promise<{ id: number | undefined } | FieldProblem> {
  const wrong = (message: string): FieldProblem => ({ field: 'account_id', message })
  if (code === '')
    return isStaff(ctx.actor)
      ? wrong('Enter the code of the account the shipment is booked for.')
      : { id: undefined }
  const found = await accountOfCode(ctx, code)
  if (found !== null) return { id: found }
  return wrong(
    isStaff(ctx.actor)
      ? `There is no account ${code}.`
      : `${code} is not the code of your account. Leave the cell empty.`,
  )
}

async function levelProblem(ctx: Context, code: string): Promise<FieldProblem | null> {
  const { services } = await bookInForce(ctx)
  if (code === '' || services.some((one) => one.is_active && one.code === code)) return null
  const codes = services.flatMap((one) => (one.is_active ? one.code : []))
  return {
    field: 'service_level_code',
    message: `There is no service level ${code}. Use one of ${codes.join(', ')}.`,
  }
}

async function optionsOf(
  ctx: Context,
  accountId: number | undefined,
  named: readonly string[],
): Promise<Pick<NewShipment, 'opt_in_rates' | 'opt_in_time_based_rates'> & Pick<NamedBooking, 'problems'>> {
  if (named.length === 0) return { opt_in_rates: undefined, opt_in_time_based_rates: undefined, problems: [] }
  const [account, book] = [await bookingAccountFor(ctx, accountId), await bookInForce(ctx)]
  const group = book.group(factsOf(account).priceListOn(dayOf(ctx.now)))
  const rates: number[] = []
  const timedRates: number[] = []
  const problems: FieldProblem[] = []
  for (const name of named) {
    const isMeant = ({ terms }: { terms: { id: number; name: string; is_opt_in: boolean } }): boolean =>
      terms.is_opt_in && (terms.name.toLowerCase() === name.toLowerCase() || String(terms.id) === name)
    const rate = group?.rate_adjustments.find(isMeant)
    const timed = group?.time_based.find(isMeant)
    if (rate) rates.push(rate.terms.id)
    else if (timed) timedRates.push(timed.terms.id)
    else
      problems.push({
        field: 'opt_in_rates',
        message: `There is no option ${name}. Use its name from the booking form.`,
      })
  }
  return { opt_in_rates: rates, opt_in_time_based_rates: timedRates, problems }
}
