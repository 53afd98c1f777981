import type { planApi } from '@waybill/domain/drivers/plan'
import { driver_can_change_sequence } from '@waybill/domain/drivers/settings'
import { fixedStops } from '@waybill/domain/drivers/sequencing/sequence'
import { isDriver } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { conflict, forbidden, notFound, wrongState } from '@waybill/domain/kit/problem'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { Handler } from '../../kit/handler.ts'
import { findDriver } from '../find-driver.ts'
import { readDriverDay } from './driver-day.ts'
import { orderStops, type PlanEdit } from './edit-order.ts'
import { insertPlanChange, lockPlans, orderOf } from './plan-store.ts'
import { savePlan } from './save-plan.ts'

/**
 * Puts the caller's own stops in another order (`driver_can_change_sequence`). Locked stops and those before them stay
 * where they are (DRV-008, docs/domain/routing-and-drivers.md#order-of-stops).
 */
export const orderOwnStops: Handler<typeof planApi.sequence> = async (ctx, input) => {
  const { username } = ctx.actor
  if (!isDriver(ctx.actor)) throw forbidden(codedText('only_drivers'))
  if (!ctx.setting(driver_can_change_sequence)) throw forbidden(codedText('office_orders'))
  const driver = await findDriver(ctx, username)
  if (!driver) throw notFound(codedText('no_driver'))
  const date = input.date ?? dayOf(ctx.now)
  if (date < dayOf(ctx.now)) throw wrongState(codedText('day_over', { day: date }))
  const plan = (await lockPlans(ctx, date, [driver])).get(username)
  if (!plan) throw new Error(`The plan of ${username} was not stored.`)
  if (input.version !== undefined && input.version !== plan.version)
    throw conflict(codedText('order_changed'), { version: plan.version })
  const day = await readDriverDay(ctx, date, driver, plan)
  const routing = { ...day.routing, order_note: '' }
  const before: PlanEdit = { day: { ...day, routing }, source: 'driver', isChanged: false, isLocking: false }
  const edits = new Map([[username, before]])
  orderStops(edits, username, input.visits)
  const edit = edits.get(username) ?? before
  if (!edit.isChanged) throw notFound(codedText('stops_gone'))
  const isFixed = (stop: (typeof day.stops)[number]) => ({ is_fixed: stop.is_locked })
  const fixed = fixedStops(day.stops.map(isFixed))
  if (day.stops.slice(0, fixed).some((stop, index) => stop !== edit.day.stops[index]))
    throw wrongState(codedText('first_stops_locked'))
  const version = await savePlan(ctx, date, edit, plan)
  await insertPlanChange(ctx, {
    day: date,
    drivers: [username],
    changes: [{ kind: 'order', driver: username, visits: input.visits }],
    before: { moves: [], drivers: { [username]: orderOf(day, plan) } },
  })
  return { version }
}
