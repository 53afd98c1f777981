import type { payApi } from '@waybill/domain/costs/api'
import type { PayPlan, PayRules } from '@waybill/domain/costs/model'
import { checkPayPlan, versionOn } from '@waybill/domain/costs/pay-plan'
import type { payPlanChosen } from '@waybill/domain/identity/users-and-roles/users-events'
import { requireSound } from '@waybill/domain/collections/rules'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { invalid } from '@waybill/domain/kit/problem'
import type { Context, Handler } from '../kit/handler.ts'
import { lastPaidDay } from './cost-store.ts'
import { driversWithinReach, requireOffice, requireWholeCompany } from './office.ts'
import {
  assignPlan,
  findPlanByName,
  insertPlan,
  insertVersion,
  listAssignments,
  listPlans,
  listVersions,
  lockPlan,
} from './pay-store.ts'

/** Returns all pay plans with their versions and the drivers they pay today. */
export const readPayPlans: Handler<typeof payApi.plans> = async (ctx) => {
  requireOffice(ctx)
  const plans = await presentPlans(ctx)
  return { pay_plans: plans, count: plans.length }
}

async function presentPlans(ctx: Context): Promise<PayPlan[]> {
  const [plans, versions, assignments, drivers] = [
    await listPlans(ctx),
    await listVersions(ctx),
    await listAssignments(ctx),
    await driversWithinReach(ctx),
  ]
  const today = dayOf(ctx.now)
  const paidNow = [...Map.groupBy(assignments, ({ username }) => username)].flatMap(
    ([username, ofDriver]) => {
      const driver = drivers.get(username)
      const now = versionOn(ofDriver, today)
      return driver && driver.deleted_date === null && now?.plan_id
        ? [{ name: driver.name, plan_id: now.plan_id }]
        : []
    },
  )
  return plans.map(({ id, name }) => ({
    id,
    name,
    driver_names: paidNow
      .filter(({ plan_id }) => plan_id === id)
      .map((one) => one.name)
      .toSorted((one, other) => one.localeCompare(other)),
    versions: versions.filter(({ plan_id }) => plan_id === id),
  }))
}

async function presentPlan(ctx: Context, id: number): Promise<PayPlan> {
  const plan = (await presentPlans(ctx)).find((one) => one.id === id)
  if (!plan) throw new Error(`Pay plan ${id} was not found.`)
  return plan
}

const cleaned = (rules: PayRules): PayRules => ({
  ...rules,
  zones: rules.zones.map(({ zone, amount }) => ({ zone: zone.trim(), amount })),
})

/** Adds a pay plan with its first version. Its name cannot be changed, because drivers are given a plan by its name. */
export const createPayPlan: Handler<typeof payApi.createPlan> = async (ctx, input) => {
  requireWholeCompany(ctx)
  const name = input.name.trim()
  requireSound(checkPayPlan({ name, rules: input.rules }))
  if (await findPlanByName(ctx, name))
    throw invalid(`There is a pay plan ${name} already. Choose another name.`, [
      { field: 'name', message: 'is the name of another pay plan' },
    ])
  const id = await insertPlan(ctx, name)
  await insertVersion(ctx, { plan_id: id, valid_from: input.valid_from, rules: cleaned(input.rules) })
  return presentPlan(ctx, id)
}

/** Adds a version to a plan. Days that were paid by the plan already keep what they paid. */
export const addPayPlanVersion: Handler<typeof payApi.addVersion> = async (ctx, input) => {
  requireWholeCompany(ctx)
  requireSound(checkPayPlan({ rules: input.rules }))
  await lockPlan(ctx, input.id)
  requireLater(input.valid_from, await lastPaidDay(ctx, { plan_id: input.id }), 'valid_from')
  const isTaken = (await listVersions(ctx)).some(
    ({ plan_id, valid_from }) => plan_id === input.id && valid_from === input.valid_from,
  )
  if (isTaken)
    throw invalid('The plan has a version from this day already. Choose another day.', [
      { field: 'valid_from', message: 'is the first day of another version' },
    ])
  await insertVersion(ctx, { plan_id: input.id, valid_from: input.valid_from, rules: cleaned(input.rules) })
  return presentPlan(ctx, input.id)
}

function requireLater(from: string, lastPaid: string | null, field: string): void {
  if (lastPaid === null || from > lastPaid) return
  const day = formatDate(startOfDay(lastPaid))
  throw invalid(`Pay was calculated up to ${day} already. Choose a later day.`, [
    { field, message: `must be later than ${day}` },
  ])
}

/** Gives a driver the plan that was chosen for the user, from a day on; rejects a name that is no plan. */
export async function followPayPlan(
  ctx: Context,
  { username, pay_plan, from }: PayloadOf<typeof payPlanChosen>,
): Promise<void> {
  const plan = pay_plan === '' ? null : await findPlanByName(ctx, pay_plan)
  if (plan === undefined)
    throw invalid(`There is no pay plan ${pay_plan}. Choose one of the pay plans listed.`, [
      { field: 'driver.pay_plan', message: 'is not a pay plan' },
    ])
  requireLater(from, await lastPaidDay(ctx, { username }), 'driver.pay_plan_from')
  await assignPlan(ctx, { username, valid_from: from, plan_id: plan?.id ?? null })
}
