import type { cashApi } from '@waybill/domain/cash/api'
import { cashUpOf } from '@waybill/domain/cash/cash-book'
import { checkRejection, countingProblems, mayDecide, type HolderKind } from '@waybill/domain/cash/cash-up'
import { valueOf } from '@waybill/domain/cash/denominations'
import type { CashUp, Drawer } from '@waybill/domain/cash/model'
import { numbersText, unusedNumbers } from '@waybill/domain/cash/receipt-numbers'
import { isDriver } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { formatRand, toRand } from '@waybill/domain/kit/money'
import { conflict, forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { personName } from '../identity/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { requireOffice, seesCashOf } from './access.ts'
import { balanceAt, balancesByPlace, insertMovement, lockHolder } from './book-store.ts'
import {
  closeTill,
  findOpenTill,
  insertCashUp,
  listCashUpRows,
  listHolders,
  lockCashUp,
  updateCashUp,
  waitingCashUp,
  type CashUpRow,
} from './cash-up-store.ts'
import { countHeldReceipts, lastExplained, listBlocks, putIntoCashUp, usedNumbers } from './receipt-store.ts'

const max_per_page = 500

/** Lists who holds cash, with the totals of all places. */
export const readHolders: Handler<typeof cashApi.holders> = async (ctx, input) => {
  requireOffice(ctx)
  const { rows, total } = await listHolders(ctx, pageOf(input, max_per_page))
  const at = await balancesByPlace(ctx)
  return {
    holders: rows,
    count: total,
    totals: {
      drivers: at.driver ?? 0,
      tills: at.till ?? 0,
      safe: at.safe ?? 0,
      bank: at.bank ?? 0,
      owed: -(at.shipper ?? 0),
      differences: at.difference ?? 0,
    },
  }
}

/** Returns the caller's cash to hand in, or with the permission for all cash that of the named person. */
export const readDrawer: Handler<typeof cashApi.drawer> = async (ctx, { kind, username }) => {
  const { actor } = ctx
  const named = username ?? actor.username
  if (!seesCashOf(ctx, named)) throw forbidden(codedText('only_own_cash'))
  return { drawer: await drawerOf(ctx, kind ?? (isDriver(actor) ? 'driver' : 'till'), named) }
}

/** Returns the cash that a person must hand in; `null` for an operator without an open till. */
export async function drawerOf(ctx: Context, kind: HolderKind, username: string): Promise<Drawer | null> {
  const waiting = await waitingCashUp(ctx, kind, username)
  if (kind === 'till') {
    const till = await findOpenTill(ctx, username)
    return till
      ? {
          kind,
          username,
          holder_name: till.operator_name,
          till_id: till.id,
          held: await balanceAt(ctx, 'till', String(till.id)),
          waiting_cash_up_id: waiting,
          receipts: 0,
          unused_numbers: [],
        }
      : null
  }
  const explained = await lastExplained(ctx, username)
  const unused = unusedNumbers(await listBlocks(ctx, username), await usedNumbers(ctx, username))
  return {
    kind,
    username,
    holder_name: username === ctx.actor.username ? ctx.actor.name : await personName(ctx, username),
    till_id: null,
    held: await balanceAt(ctx, 'driver', username),
    waiting_cash_up_id: waiting,
    receipts: await countHeldReceipts(ctx, username),
    unused_numbers: unused.filter((number) => number > explained),
  }
}

/**
 * Stores the count of the cash of a driver or till. The receipts of the cash belong to the count from now on; money that
 * arrives later, such as from a phone without signal, belongs to the next one. Cash of another person is counted only
 * with the permission for all cash.
 */
export const countCash: Handler<typeof cashApi.cashUp> = async (ctx, input) => {
  const { kind, denominations, difference_reason = '', unused_reason = '' } = input
  const username = input.username ?? ctx.actor.username
  if (!seesCashOf(ctx, username)) throw forbidden(codedText('only_own_cash'))
  await lockHolder(ctx, kind, username)
  const drawer = await drawerOf(ctx, kind, username)
  if (!drawer) throw wrongState(codedText('no_till'))
  if (drawer.waiting_cash_up_id !== null) throw wrongState(codedText('counted_already'))
  if (drawer.held !== input.expected)
    throw conflict(
      codedText('expected_changed', { before: formatRand(input.expected), now: formatRand(drawer.held) }),
      { expected: toRand(drawer.held) },
    )
  if (kind === 'driver' && drawer.held === 0 && drawer.receipts === 0) throw wrongState(codedText('no_cash'))
  const problems = countingProblems(drawer.held, drawer.unused_numbers, {
    denominations,
    difference_reason,
    unused_reason,
  })
  if (problems[0]) throw invalid(problems[0].message, problems)
  const counted = valueOf(denominations)
  const row = await insertCashUp(ctx, {
    kind,
    username,
    holder_name: drawer.holder_name,
    till_id: drawer.till_id,
    expected: drawer.held,
    counted,
    denominations: JSON.stringify(denominations),
    difference_reason: counted === drawer.held ? '' : difference_reason.trim(),
    unused_numbers: numbersText(drawer.unused_numbers),
    unused_reason: drawer.unused_numbers.length === 0 ? '' : unused_reason.trim(),
    counted_by: ctx.actor.username,
    counted_by_name: ctx.actor.name,
  })
  if (kind === 'driver') await putIntoCashUp(ctx, { username }, row.id)
  return presentCashUp(row)
}

/**
 * Confirms a count, which puts the counted cash into the safe and leaves nothing with its holder, or rejects it. The
 * person must be another one than who holds or counted the cash.
 */
export const decideCashUp: Handler<typeof cashApi.decide> = async (
  ctx,
  { id, is_confirmed, reason = '' },
) => {
  requireOffice(ctx)
  const row = await lockCashUp(ctx, id)
  if (!row) throw notFound('Could not find this count.')
  ensure(mayDecide(ctx.actor, row))
  if (!is_confirmed) {
    ensure(checkRejection(reason))
    if (row.kind === 'driver') await putIntoCashUp(ctx, { cash_up_id: id }, null)
    return presentCashUp(await updateCashUp(ctx, id, { state: 'rejected', rejection_reason: reason.trim() }))
  }
  const { expected, counted, till_id } = row
  const holder =
    till_id === null
      ? ({ kind: 'driver', username: row.username } as const)
      : ({ kind: 'till', till_id } as const)
  await lockHolder(ctx, row.kind, row.username)
  const movement = cashUpOf(holder, expected, counted)
  if (movement.entries.length > 0) await insertMovement(ctx, movement, `Count ${id} of ${row.holder_name}`)
  if (till_id !== null && (await balanceAt(ctx, 'till', String(till_id))) === 0) await closeTill(ctx, till_id)
  return presentCashUp(
    await updateCashUp(ctx, id, {
      state: 'confirmed',
      confirmed_by: ctx.actor.username,
      confirmed_by_name: ctx.actor.name,
      confirmed_at: ctx.now,
    }),
  )
}

/** Lists counts, newest first. */
export const listCashUps: Handler<typeof cashApi.cashUps> = async (ctx, input) => {
  requireOffice(ctx)
  const { rows, total } = await listCashUpRows(ctx, input, pageOf(input, max_per_page))
  return { cash_ups: rows.map(presentCashUp), count: total }
}

function presentCashUp(row: CashUpRow): CashUp {
  return row
}
