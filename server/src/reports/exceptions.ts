import { driversApi } from '@waybill/domain/drivers/api'
import { exceptionGiven, exceptionTakenAway } from '@waybill/domain/drivers/events'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { invalid, notFound, wrongState, type Problem } from '@waybill/domain/kit/problem'
import {
  alerted_reasons,
  exceptionsApi,
  mayLookAfter,
  mayPassOn,
  ownerless_ms,
  type CareChange,
} from '@waybill/domain/reports/exceptions'
import { pushToStaff } from '../drivers/index.ts'
import { listPeople, staffWith } from '../identity/index.ts'
import type { Context, ExternalContext, Handler } from '../kit/handler.ts'
import { lockShipment, noteOnTimeline, readShipmentRows, type ShipmentRow } from '../shipments/index.ts'
import { findOwner, saveCare } from './care-store.ts'
import { watchFor, watchOf } from './ops-dashboard.ts'
import { alertOwnerless, isPending, removeSolvedCare } from './ops-dashboard-store.ts'

const max_snooze_ms = 14 * day_ms

/** Lists the staff to whom an exception can be given: those who may assign drivers and can see the shipment. */
export const readOwners: Handler<typeof exceptionsApi.owners> = async (ctx, { shipment_id }) => {
  const [row] = await readShipmentRows(ctx, [shipment_id])
  if (!row) throw notFound('Could not find shipment')
  return { owners: await listOwners(ctx, row) }
}

async function listOwners(ctx: Context, row: ShipmentRow) {
  const names = await readNames(ctx)
  const branches = [row.collection_branch_id, row.delivery_branch_id, row.current_branch_id]
  const staff = await staffWith(ctx, driversApi.assign.permission ?? '')
  return staff
    .filter((person) => mayLookAfter(person, branches))
    .map(({ user_id, username }) => ({ user_id, username, name: names.get(username) || username }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/**
 * Takes, gives, releases or snoozes an exception. It cannot be taken from a colleague: only its owner or an administrator
 * gives, releases or snoozes it; the timeline of the shipment has who did what
 * (docs/domain/reports-and-dashboards.md#exceptions).
 */
export const changeCare: Handler<typeof exceptionsApi.care> = async (ctx, { shipment_id, change }) => {
  const watch = await watchOf(ctx, undefined)
  const row = await lockShipment(ctx, shipment_id)
  if (!(await isPending(ctx, shipment_id, watch))) throw notFound('This shipment needs nobody any more.')
  await noteOnTimeline(ctx, shipment_id, 'exception-owner', await apply(ctx, row, change))
  return {}
}

/** Stores a change and returns what it did, for the timeline. */
async function apply(ctx: Context, row: ShipmentRow, change: CareChange): Promise<string> {
  const { username, name } = ctx.actor
  const own = (owner: string) => saveCare(ctx, row.id, { owner_username: owner, time_owned: ctx.now })
  switch (change.kind) {
    case 'take': {
      const owner = await findOwner(ctx, row.id)
      if (owner !== null && owner !== username) throw await ownedProblem(ctx, owner)
      await own(username)
      return `${name} looks after this.`
    }
    case 'give': {
      const to = (await listOwners(ctx, row)).find((one) => one.username === change.username)
      if (!to)
        throw invalid('This colleague cannot look after this exception.', [
          { field: 'username', message: 'may not assign drivers or cannot see this shipment' },
        ])
      await leaveOwner(ctx, row, to)
      await own(to.username)
      if (to.username !== username)
        await ctx.emit(exceptionGiven, {
          shipment_id: row.id,
          tracking_reference: referenceOf(row),
          to_user_id: to.user_id,
          by_name: name,
        })
      return `${name} gave this to ${to.name}.`
    }
    case 'release':
      await leaveOwner(ctx, row, null)
      await saveCare(ctx, row.id, { owner_username: null, time_owned: null })
      return `${name} no longer looks after this.`
    case 'snooze': {
      const ms = change.until.getTime() - ctx.now.getTime()
      if (ms <= 0 || ms > max_snooze_ms)
        throw invalid('Choose a time within the next 14 days.', [
          { field: 'until', message: 'is not possible' },
        ])
      const reason = change.reason.trim()
      if (reason === '') throw invalid('Enter a reason.', [{ field: 'reason', message: 'is required' }])
      const owner = await findOwner(ctx, row.id)
      if (!mayPassOn(ctx.actor, owner)) throw await ownedProblem(ctx, owner ?? '')
      await saveCare(ctx, row.id, { snoozed_until: change.until, snooze_reason: reason })
      return `Snoozed until ${formatDateTime(change.until)}: ${reason}`
    }
    case 'wake':
      await saveCare(ctx, row.id, { snoozed_until: null, snooze_reason: '' })
      return `${name} ended the snooze.`
  }
}

const referenceOf = (row: ShipmentRow) => row.custom_tracking_reference ?? row.short_tracking_reference

const readNames = async (ctx: Context) =>
  new Map((await listPeople(ctx)).map(({ username, name }) => [username, name]))

async function ownedProblem(ctx: Context, owner: string): Promise<Problem> {
  return wrongState(`${(await readNames(ctx)).get(owner) || owner} looks after this already.`)
}

/**
 * Checks that the caller may give or release an exception, and notifies the owner from whom an administrator takes it.
 * `to` is the next owner; `null` when there is none.
 */
async function leaveOwner(
  ctx: Context,
  row: ShipmentRow,
  to: { username: string; name: string } | null,
): Promise<void> {
  const owner = await findOwner(ctx, row.id)
  if (!mayPassOn(ctx.actor, owner)) throw await ownedProblem(ctx, owner ?? '')
  if (owner === null || owner === ctx.actor.username || owner === to?.username) return
  const staff = await staffWith(ctx, exceptionsApi.care.permission ?? '')
  const former = staff.find(({ username }) => username === owner)
  if (former)
    await ctx.emit(exceptionTakenAway, {
      shipment_id: row.id,
      tracking_reference: referenceOf(row),
      from_user_id: former.user_id,
      by_name: ctx.actor.name,
      to_name: to?.name ?? '',
    })
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
