import { driversApi } from '@waybill/domain/drivers/api'
import { exceptionGiven } from '@waybill/domain/drivers/events'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { invalid, notFound, wrongState } from '@waybill/domain/kit/problem'
import {
  alerted_reasons,
  type exceptionsApi,
  ownerless_ms,
  type CareChange,
} from '@waybill/domain/reports/exceptions'
import { pushToStaff } from '../drivers/index.ts'
import { listPeople, staffWith } from '../identity/index.ts'
import type { Context, ExternalContext, Handler } from '../kit/handler.ts'
import { lockShipment, noteOnTimeline } from '../shipments/index.ts'
import { findOwner, saveCare } from './care-store.ts'
import { watchFor, watchOf } from './ops-dashboard.ts'
import { alertOwnerless, isPending, removeSolvedCare } from './ops-dashboard-store.ts'

const max_snooze_ms = 14 * day_ms

/** Lists the staff to whom an exception can be given: those who may assign drivers. */
export const readOwners: Handler<typeof exceptionsApi.owners> = async (ctx) => ({
  owners: await listOwners(ctx),
})

async function listOwners(ctx: Context) {
  const names = new Map((await listPeople(ctx)).map(({ username, name }) => [username, name]))
  const staff = await staffWith(ctx, driversApi.assign.permission ?? '')
  return staff
    .map(({ user_id, username }) => ({ user_id, username, name: names.get(username) || username }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/**
 * Takes, gives, releases or snoozes an exception. It cannot be taken from a colleague, only given by one; the timeline
 * of the shipment has who did what (docs/domain/reports-and-dashboards.md#exceptions).
 */
export const changeCare: Handler<typeof exceptionsApi.care> = async (ctx, { shipment_id, change }) => {
  const watch = await watchOf(ctx, undefined)
  const row = await lockShipment(ctx, shipment_id)
  if (!(await isPending(ctx, shipment_id, watch))) throw notFound('This shipment needs nobody any more.')
  const description = await apply(
    ctx,
    shipment_id,
    change,
    row.custom_tracking_reference ?? row.short_tracking_reference,
  )
  await noteOnTimeline(ctx, shipment_id, 'exception-owner', description)
  return {}
}

/** Stores a change and returns what it did, for the timeline. */
async function apply(
  ctx: Context,
  shipmentId: number,
  change: CareChange,
  reference: string,
): Promise<string> {
  const { username, name } = ctx.actor
  const own = (owner: string) => saveCare(ctx, shipmentId, { owner_username: owner, time_owned: ctx.now })
  switch (change.kind) {
    case 'take': {
      const owner = await findOwner(ctx, shipmentId)
      if (owner !== null && owner !== username) {
        const known = (await listOwners(ctx)).find((one) => one.username === owner)
        throw wrongState(`${known?.name ?? owner} looks after this already.`)
      }
      await own(username)
      return `${name} looks after this.`
    }
    case 'give': {
      const to = (await listOwners(ctx)).find((one) => one.username === change.username)
      if (!to)
        throw invalid('This colleague cannot look after exceptions.', [
          { field: 'username', message: 'may not assign drivers' },
        ])
      await own(to.username)
      if (to.username !== username)
        await ctx.emit(exceptionGiven, {
          shipment_id: shipmentId,
          tracking_reference: reference,
          to_user_id: to.user_id,
          by_name: name,
        })
      return `${name} gave this to ${to.name}.`
    }
    case 'release':
      await saveCare(ctx, shipmentId, { owner_username: null, time_owned: null })
      return `${name} no longer looks after this.`
    case 'snooze': {
      const ms = change.until.getTime() - ctx.now.getTime()
      if (ms <= 0 || ms > max_snooze_ms)
        throw invalid('Choose a time within the next 14 days.', [
          { field: 'until', message: 'is not possible' },
        ])
      const reason = change.reason.trim()
      if (reason === '') throw invalid('Enter a reason.', [{ field: 'reason', message: 'is required' }])
      await saveCare(ctx, shipmentId, { snoozed_until: change.until, snooze_reason: reason })
      return `Snoozed until ${formatDateTime(change.until)}: ${reason}`
    }
    case 'wake':
      await saveCare(ctx, shipmentId, { snoozed_until: null, snooze_reason: '' })
      return `${name} ended the snooze.`
  }
}

/**
 * Removes the care of exceptions that are solved, and alerts staff who chose so of new ones that nobody has taken: one
 * push message per branch. Runs on a schedule.
 */
export async function watchExceptions(ctx: ExternalContext): Promise<void> {
  await ctx.inTransaction(async (tx) => {
    const watch = await watchFor(tx, null)
    await removeSolvedCare(tx, watch)
    const now = tx.now.getTime()
    const found = await alertOwnerless(tx, alerted_reasons, watch, {
      from: new Date(now - day_ms),
      to: new Date(now - ownerless_ms),
    })
    for (const [branchId, exceptions] of Map.groupBy(found, ({ branch_id }) => branch_id)) {
      const count = exceptions.length
      await pushToStaff(tx, 'exceptions', branchId, {
        title: count === 1 ? 'An exception has no owner' : `${count} exceptions have no owner`,
        body: 'Nobody has taken it for 15 minutes.',
        url: '/ops-dashboard?mode=pending&kind=without-owner',
        hidden_while_open: true,
      })
    }
  })
}
