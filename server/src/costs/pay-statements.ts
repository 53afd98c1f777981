import type { payApi } from '@waybill/domain/costs/api'
import type { PayStatement } from '@waybill/domain/costs/model'
import { shareOut } from '@waybill/domain/costs/shares'
import {
  checkAdjustment,
  checkPeriod,
  mayAdjust,
  mayApprove,
  mayPay,
  statementName,
} from '@waybill/domain/costs/statement'
import type { Driver } from '@waybill/domain/drivers/model'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { conflict, invalid, notFound } from '@waybill/domain/kit/problem'
import { ensure, firstOf } from '@waybill/domain/kit/rule-result'
import { noOpenDisputes } from '@waybill/domain/shipments/receiver/attempt-dispute'
import { branchLimit } from '@waybill/domain/kit/actor'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { Context, Handler } from '../kit/handler.ts'
import {
  attachPay,
  firstWorkDay,
  insertCosts,
  listShipmentsOfStatement,
  listStatementLines,
  listUnpaidDrivers,
} from './cost-store.ts'
import { driversWithinReach, requireDriverWithinReach, requireOffice } from './office.ts'
import {
  insertStatement,
  listStatementRows,
  lockDraft,
  lockStatement,
  updateStatement,
  type StatementRow,
} from './pay-store.ts'
import { countOpenDisputes } from '../shipments/index.ts'
import { recordCosts } from './record-costs.ts'

const max_per_page = 500

/** Returns a statement as the API presents it. */
export function presentStatement(row: StatementRow, driver: Driver | undefined): PayStatement {
  return {
    ...row,
    display_id: statementName(row.id),
    driver_name: driver?.name ?? row.username,
    branch_name: driver?.branch_name ?? '',
  }
}

async function presentOne(ctx: Context, row: StatementRow): Promise<PayStatement> {
  return presentStatement(row, (await driversWithinReach(ctx)).get(row.username))
}

/** Returns one page of the statements of the drivers that the caller reaches. */
export const listStatements: Handler<typeof payApi.statements> = async (ctx, input) => {
  requireOffice(ctx)
  const drivers = await driversWithinReach(ctx)
  const usernames = branchLimit(ctx.actor) === null ? null : [...drivers.keys()]
  const page = { ...pageOf(input, max_per_page), order_by: input.order_by, order: input.order }
  const { rows, total } = await listStatementRows(ctx, { ...input, usernames }, page)
  return { pay_statements: rows.map((row) => presentStatement(row, drivers.get(row.username))), count: total }
}

/** Returns a statement by its number; throws 404 when the caller does not reach its driver. */
export async function findStatement(ctx: Context, id: number): Promise<StatementRow> {
  const { rows } = await listStatementRows(ctx, { id, usernames: null }, { limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw notFound(codedText('no_statement'))
  return row
}

/** Returns one page of the lines of a statement. */
export const readStatementLines: Handler<typeof payApi.lines> = async (ctx, input) => {
  requireOffice(ctx)
  const { id, username } = await findStatement(ctx, input.id)
  await requireDriverWithinReach(ctx, username)
  const { rows, total } = await listStatementLines(ctx, id, pageOf(input, max_per_page))
  return { lines: rows, count: total }
}

/**
 * Calculates the work of a period and puts everything that is on no statement on drafts: one draft for each driver,
 * which grows when it is prepared again. Corrections of earlier work come along.
 */
export const prepareStatements: Handler<typeof payApi.prepare> = async (ctx, input) => {
  requireOffice(ctx)
  const { from, to } = input
  ensure(checkPeriod({ from, to }, dayOf(ctx.now)))
  const drivers = await driversWithinReach(ctx)
  if (input.username && !drivers.has(input.username))
    throw invalid('Could not find this driver. Choose one of the drivers listed.', [
      { field: 'username', message: 'is not a driver' },
    ])
  await recordCosts(ctx, { from, to })
  const wanted = input.username ? [input.username] : [...drivers.keys()]
  let total = 0
  const usernames = await listUnpaidDrivers(ctx, to, wanted)
  for (const username of usernames) {
    const draft = await lockDraft(ctx, username)
    const row = draft ?? (await insertStatement(ctx, { username, from_day: from, to_day: to }))
    const days = {
      from_day: from < row.from_day ? from : row.from_day,
      to_day: to > row.to_day ? to : row.to_day,
    }
    const sum = await attachPay(ctx, { id: row.id, username, to_day: days.to_day })
    await updateStatement(ctx, row.id, { ...days, total: sum, prepared_by: ctx.actor.username })
    total += sum
  }
  return { prepared: usernames.length, total }
}

/** Locks a statement within reach; rejects the version that another person has changed meanwhile. */
async function lockCurrent(
  ctx: Context,
  { id, version }: { id: number; version: number },
): Promise<StatementRow> {
  requireOffice(ctx)
  const row = await lockStatement(ctx, id)
  await requireDriverWithinReach(ctx, row.username)
  if (row.version !== version)
    throw conflict('Someone else changed this statement in the meantime. Check it, then try again.', {
      ...(await presentOne(ctx, row)),
    })
  return row
}

/** Adds an amount by hand to a draft, with its reason. The shipments of the statement bear it evenly. */
export const adjustStatement: Handler<typeof payApi.adjust> = async (ctx, input) => {
  const row = await lockCurrent(ctx, input)
  ensure(mayAdjust(row))
  ensure(checkAdjustment(input))
  const shipments = await listShipmentsOfStatement(ctx, row.id)
  const { amount } = input
  const shares =
    shipments.length === 0
      ? []
      : shareOut(
          amount,
          shipments.map((id) => ({ shipment_id: id, weight: 1 })),
        )
  await insertCosts(ctx, [
    {
      kind: 'driver-pay',
      leg: 'delivery',
      key: `adjustment/${row.id}/${row.version}`,
      number: 1,
      work_day: row.to_day,
      day: row.to_day,
      amount,
      reason: input.reason.trim(),
      shares,
      username: row.username,
      statement_id: row.id,
    },
  ])
  return presentOne(
    ctx,
    await updateStatement(ctx, row.id, { total: row.total + amount, prepared_by: ctx.actor.username }),
  )
}

/** Returns how many attempts of the driver are disputed from the first day of work on a statement to its last day. */
async function openDisputesOf(
  ctx: Context,
  { id, username, from_day, to_day }: StatementRow,
): Promise<number> {
  const first = await firstWorkDay(ctx, id)
  const from = first !== null && first < from_day ? first : from_day
  return countOpenDisputes(ctx, { username, from, to: to_day })
}

/** Approves a draft that another person prepared. From then on nothing on it changes. */
export const approveStatement: Handler<typeof payApi.approve> = async (ctx, input) => {
  const row = await lockCurrent(ctx, input)
  ensure(mayApprove(ctx.actor, row, await openDisputesOf(ctx, row)))
  return presentOne(
    ctx,
    await updateStatement(ctx, row.id, {
      state: 'approved',
      approved_by: ctx.actor.username,
      approved_at: ctx.now,
    }),
  )
}

/** Marks an approved statement as paid, unless an attempt was disputed after the approval. */
export const payStatement: Handler<typeof payApi.pay> = async (ctx, input) => {
  const row = await lockCurrent(ctx, input)
  ensure(firstOf(mayPay(row), noOpenDisputes(await openDisputesOf(ctx, row))))
  return presentOne(
    ctx,
    await updateStatement(ctx, row.id, {
      state: 'paid',
      paid_by: ctx.actor.username,
      paid_at: ctx.now,
      payment_reference: input.payment_reference.trim(),
    }),
  )
}
