import { branchLimit, isStaff } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound, Problem } from '@waybill/domain/kit/problem'
import type { Context } from '../kit/handler.ts'
import { getAccount, getGuestAccount, type AccountRow } from './store.ts'

/**
 * Returns the account that a request is for. Callers with an account get their own. Staff and admin keys must name
 * one: 400 when none is named, 403 when it is not an account they can access. Guests get the guest account
 * (docs/domain/public-api.md#callers-and-reach).
 */
export async function accountFor(ctx: Context, named: number | undefined): Promise<AccountRow> {
  if (ctx.actor.account_id !== null) return getAccount(ctx, ctx.actor.account_id)
  if (!isStaff(ctx.actor)) return getGuestAccount(ctx)
  if (!named) throw invalid('An account_id is required.', [{ field: 'account_id', message: 'is required' }])
  return namedAccount(ctx, named, requireOwnBranch)
}

/**
 * Like `accountFor`, for bookings: staff who are limited to a branch may also name the guest account, which has no branch
 * and takes the cash customers of every counter.
 */
export async function bookingAccountFor(ctx: Context, named: number | undefined): Promise<AccountRow> {
  return named && isStaff(ctx.actor) && ctx.actor.account_id === null
    ? namedAccount(ctx, named, requireBookable)
    : accountFor(ctx, named)
}

/**
 * Like `bookingAccountFor`, but staff who name no account get the guest account, for quotes
 * (docs/domain/public-api.md#quotes).
 */
export async function accountOrGuest(ctx: Context, named: number | undefined): Promise<AccountRow> {
  return ctx.actor.account_id === null && !named ? getGuestAccount(ctx) : bookingAccountFor(ctx, named)
}

async function namedAccount(
  ctx: Context,
  id: number,
  requireMayName: (ctx: Context, account: AccountRow) => void,
): Promise<AccountRow> {
  try {
    const account = await getAccount(ctx, id)
    requireMayName(ctx, account)
    return account
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'not_found') throw error
    throw forbidden(`Account ${id} is not an account of this provider.`)
  }
}

function requireBookable(ctx: Context, account: AccountRow): void {
  if (account.account_type !== 'guest') requireOwnBranch(ctx, account)
}

/** Throws 404 when the caller is limited to a branch and the account belongs to another one (PERM-050). */
export function requireOwnBranch(ctx: Context, account: Pick<AccountRow, 'branch_id'>): void {
  const branchId = branchLimit(ctx.actor)
  if (branchId !== null && account.branch_id !== branchId) throw notFound('Could not find this account.')
}
