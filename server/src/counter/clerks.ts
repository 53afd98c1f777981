import type { counterApi } from '@waybill/domain/counter/api'
import { notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { mayEditPoints } from '@waybill/domain/pickup-points/point-access'
import { listPeople } from '../identity/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { readPointLimits, savePointLimit } from './counter-store.ts'
import { requirePoint } from './counter-point.ts'

/** Lists staff with the point to which each is limited. */
export const readClerks: Handler<typeof counterApi.clerks> = async (ctx) => {
  ensure(mayEditPoints(ctx.actor))
  const limits = await readPointLimits(ctx)
  const people = await listPeople(ctx)
  return {
    clerks: people.map(({ username, name }) => ({ username, name, point_id: limits.get(username) ?? null })),
  }
}

/** Limits a user of the company to one point, or ends the limit. */
export const limitClerk: Handler<typeof counterApi.limitClerk> = async (ctx, { username, point_id }) => {
  ensure(mayEditPoints(ctx.actor))
  await requirePerson(ctx, username)
  if (point_id !== null) await requirePoint(ctx, point_id)
  await savePointLimit(ctx, username, point_id)
  return {}
}

async function requirePerson(ctx: Context, username: string): Promise<void> {
  const people = await listPeople(ctx)
  if (!people.some((one) => one.username === username)) throw notFound('Could not find this user.')
}
