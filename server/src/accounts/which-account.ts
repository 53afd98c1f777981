import { branchLimit, isStaff } from '@waybill/domain/kit/actor'
import { forbidden, invalid, notFound, Problem } from '@waybill/domain/kit/problem'
import type { Context } from '../kit/handler.ts'
import { getAccount, getGuestAccount, type AccountRow } from './store.ts'

/**
 * The account a call is for: the caller's own; for staff and admin keys the one they name (400 when they name none,
 * 403 when it is not theirs); the guest account for guests (docs/domain/public-api.md#callers-and-reach).
 */
export async function accountFor(ctx: Context, named: number | undefined): Promise<AccountRow> {
  if (ctx.actor.account_id !== null) return getAccount(ctx, ctx.actor.account_id)
  if (!isStaff(ctx.actor)) return getGuestAccount(ctx)
  if (!named) throw invalid('An account_id is required.', [{ field: 'account_id', message: 'is required' }])
  return namedAccount(ctx, named)
}

/** As `accountFor`, but staff who name none price for the guest account (docs/domain/public-api.md#quotes). */
export async function accountOrGuest(ctx: Context, named: number | undefined): Promise<AccountRow> {
  return ctx.actor.account_id === null && !named ? getGuestAccount(ctx) : accountFor(ctx, named)
}

async function namedAccount(ctx: Context, id: number): Promise<AccountRow> {
  try {
    const account = await getAccount(ctx, id)
    requireOwnBranch(ctx, account)
    return account
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'not_found') throw error
    throw forbidden(`Account ${id} is not an account of this provider.`)
  }
}

/** An account of another branch is not there for staff limited to a branch (PERM-050). */
export function requireOwnBranch(ctx: Context, account: Pick<AccountRow, 'branch_id'>): void {
  const branchId = branchLimit(ctx.actor)
  if (branchId !== null && account.branch_id !== branchId) throw notFound('Could not find this account.')
}
