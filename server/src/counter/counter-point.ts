import { mayWorkAt } from '@waybill/domain/counter/handover'
import { notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Context } from '../kit/handler.ts'
import { listManagedPoints, type PointRow } from '../pickup-points/index.ts'
import { pointLimit } from './counter-store.ts'

/** Returns the company's own points that are not closed for good, by name. */
export async function listOwnPoints(ctx: Context): Promise<PointRow[]> {
  return listManagedPoints(ctx, { pickup_point_provider: 'own' })
}

/** Returns an own point; throws `not_found` when there is none or it is closed for good. */
export async function requirePoint(ctx: Context, id: number): Promise<PointRow> {
  const [point] = await listManagedPoints(ctx, { id, pickup_point_provider: 'own' })
  if (!point) throw notFound('This location is closed for good. Choose another one.')
  return point
}

/** Returns the point at which the actor may work; throws `forbidden` when the actor may not. */
export async function requireWorkplace(ctx: Context, id: number): Promise<PointRow> {
  ensure(mayWorkAt(ctx.actor, id, await pointLimit(ctx, ctx.actor.username)))
  return requirePoint(ctx, id)
}
