import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { forbidden, notFound } from '@waybill/domain/kit/problem'
import type { Driver } from '@waybill/domain/drivers/model'
import { readDriverRows } from '../drivers/index.ts'
import type { Context } from '../kit/handler.ts'

/** Rejects everybody except staff of the office: costs and pay are never shown to drivers and customers. */
export function requireOffice(ctx: Pick<Context, 'actor'>): void {
  if (!isOffice(ctx.actor)) throw forbidden('Only staff of the office see costs and pay.')
}

/** Rejects staff who are limited to a branch: a bill or a plan is about the whole company. */
export function requireWholeCompany(ctx: Pick<Context, 'actor'>): void {
  requireOffice(ctx)
  if (branchLimit(ctx.actor) !== null)
    throw forbidden('You see only your own branch. Ask a colleague who sees the whole company.')
}

/** Returns the drivers that the caller reaches by user name, including removed ones: of the own branch, or all. */
export async function driversWithinReach(ctx: Context): Promise<ReadonlyMap<string, Driver>> {
  const limit = branchLimit(ctx.actor)
  const drivers = await readDriverRows(ctx, {
    include_deleted: true,
    ...(limit === null ? {} : { branch_id: limit }),
  })
  return new Map(drivers.map((driver) => [driver.username, driver]))
}

/** Throws 404 when a statement belongs to a driver whom the caller does not reach. */
export async function requireDriverWithinReach(ctx: Context, username: string): Promise<void> {
  if (branchLimit(ctx.actor) !== null && !(await driversWithinReach(ctx)).has(username))
    throw notFound('Could not find this statement.')
}
