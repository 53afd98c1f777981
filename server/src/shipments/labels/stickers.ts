import { isOffice, isStaff } from '@waybill/domain/kit/actor'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { conflict, forbidden, invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import { cleanReference, prefixFor } from '@waybill/domain/shipments/labels/references'
import { tracking_prefix } from '@waybill/domain/shipments/settings'
import {
  checkStickers,
  stickerOf,
  type GivenStickers,
  type stickersApi,
} from '@waybill/domain/shipments/labels/stickers'
import { accountFor, readAccounts } from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import {
  clashingStickers,
  freeUnused,
  insertStickers,
  listNumbers,
  listRanges,
  lockRange,
  stickerHolder,
  stickersOf,
  markStickersUsed,
  type RangeRow,
} from './sticker-store.ts'

function requireOffice(ctx: Context): void {
  if (!isOffice(ctx.actor))
    throw forbidden('Only company staff can manage tracking stickers. Ask them for help.')
}

function present(row: RangeRow): GivenStickers {
  const range = { prefix: row.prefix, digits: row.digits }
  const used = Number(row.used ?? 0)
  return {
    id: row.id,
    account_id: row.account_id,
    account_name: row.account_name,
    account_code: row.account_code,
    prefix: row.prefix,
    first: stickerOf(range, row.first_number),
    last: stickerOf(range, row.last_number),
    count: row.last_number - row.first_number + 1,
    used,
    unused: Number(row.kept ?? 0) - used,
    handed_back: row.handed_back,
    remark: row.remark,
    created_by: row.created_by,
    time_created: row.time_created,
  }
}

async function rangeOf(ctx: Context, id: number): Promise<GivenStickers> {
  const { rows } = await listRanges(ctx, { id }, { limit: 1, offset: 0 })
  if (!rows[0]) throw notFound('Could not find these stickers. Load the list again.')
  return present(rows[0])
}

/** Returns the account's name and code for error messages to staff. */
async function accountText(ctx: Context, id: number): Promise<string> {
  const [account] = await readAccounts(ctx, [id])
  return account ? `${account.name} (${account.account_code})` : 'another account'
}

/** Returns the assigned sticker ranges, newest first (TOOL-003). */
export const listStickers: Handler<typeof stickersApi.list> = async (ctx, input) => {
  requireOffice(ctx)
  const { rows, total } = await listRanges(ctx, input, pageOf(input, 100))
  return { ranges: rows.map(present), count: total }
}

/** Returns the stickers of a range. */
export const readNumbers: Handler<typeof stickersApi.numbers> = async (ctx, input) => {
  requireOffice(ctx)
  const range = await rangeOf(ctx, input.id)
  const { rows, total } = await listNumbers(ctx, { ...input, range_id: range.id }, pageOf(input, 100))
  return { range, stickers: rows, count: total }
}

/** Assigns pre-printed stickers to an account. Rejects the whole range if one of them is assigned or in use. */
export const assignStickers: Handler<typeof stickersApi.assign> = async (ctx, input) => {
  requireOffice(ctx)
  const account = await accountFor(ctx, input.account_id)
  const range = { ...input, prefix: input.prefix.toUpperCase() }
  const problems = checkStickers(range, prefixFor(ctx.setting(tracking_prefix), account))
  if (problems[0]) throw invalid(problems[0].message, problems)
  const references = stickersOf(range)
  const [clash] = await clashingStickers(ctx, references)
  if (clash) {
    const message =
      clash.account_id === null
        ? `${clash.reference} is already the reference of a shipment. Leave it out of the range.`
        : `${clash.reference} was given to ${await accountText(ctx, clash.account_id)} already. Hand those back first, or choose other stickers.`
    throw invalid(message, [{ field: 'from', message }])
  }
  const id = await insertStickers(
    ctx,
    { account_id: account.id, remark: input.remark ?? '' },
    range,
    references,
  )
  if (id === null)
    throw conflict('Someone has just given out one of these stickers. Check the list and try again.')
  return rangeOf(ctx, id)
}

/** Hands back the unused stickers of a range, so that they can be assigned to another account. */
export const handBackStickers: Handler<typeof stickersApi.handBack> = async (ctx, { id }) => {
  requireOffice(ctx)
  await lockRange(ctx, id)
  const { first, last } = await rangeOf(ctx, id)
  if ((await freeUnused(ctx, id)) === 0)
    throw wrongState(`Every sticker from ${first} to ${last} is used or was handed back already.`)
  return rangeOf(ctx, id)
}

/**
 * Returns the account that a sticker was assigned to, so that a booking starts with the right account. Customers see
 * only their own stickers.
 */
export const readHolder: Handler<typeof stickersApi.holder> = async (ctx, { reference }) => {
  const accountId = await stickerHolder(ctx, cleanReference(reference))
  const isInformed = accountId !== null && (isOffice(ctx.actor) || ctx.actor.account_id === accountId)
  if (!isInformed) return { account_id: null, account_name: '' }
  const [account] = await readAccounts(ctx, [accountId])
  return { account_id: accountId, account_name: account?.name ?? '' }
}

/**
 * Marks the stickers among new references of an account as used. Throws if one was assigned to another account
 * (TOOL-003). The mark is rolled back with the transaction.
 */
export async function takeStickers(
  ctx: Context,
  accountId: number,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return
  const stickers = await markStickersUsed(ctx, references)
  const foreign = stickers.find((sticker) => sticker.account_id !== accountId)
  if (!foreign) return
  const message = isStaff(ctx.actor)
    ? `The sticker ${foreign.reference} was given to ${await accountText(ctx, foreign.account_id)}. Book it for that account, or use another sticker.`
    : `The sticker ${foreign.reference} belongs to another account. Use one of your own.`
  throw invalid(message, [{ field: 'custom_tracking_reference', message }])
}
