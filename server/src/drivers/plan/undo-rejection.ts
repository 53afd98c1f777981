import type { Driver } from '@waybill/domain/drivers/model'
import type { PlanChange } from '@waybill/domain/drivers/plan'
import { branchLimit } from '@waybill/domain/kit/actor'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import type { Context } from '../../kit/handler.ts'
import { readDriverRows } from '../driver-store.ts'
import { readNames } from '../trip-sheet.ts'
import { driversOf } from './edit-order.ts'
import type { LaterChange } from './plan-store.ts'

/** The people whom changes of plans name, by username. */
export interface Staff {
  names: ReadonlyMap<string, string>
  /** Who is a driver, also deleted ones. */
  drivers: ReadonlyMap<string, Driver>
}

/** Reads the people whom changes of plans name. */
export async function readStaff(ctx: Context): Promise<Staff> {
  const drivers = await readDriverRows(ctx, { include_deleted: true })
  return { names: await readNames(ctx), drivers: new Map(drivers.map((driver) => [driver.username, driver])) }
}

/** What decides whether a change can be undone. */
interface StoredChange extends Partial<LaterChange> {
  changes: readonly PlanChange[]
  undone_by: string | null
  time_undone: Date | null
}

/**
 * Returns why the caller cannot undo a change, `null` when the caller can: it was undone, a later change concerns the same
 * drivers, or it put stops of a driver in order whom the caller, limited to a branch, may not order.
 */
export function undoRejection(
  ctx: Pick<Context, 'actor'>,
  { changes, undone_by, time_undone, later_by, later_time }: StoredChange,
  { names, drivers }: Staff,
): string | null {
  const nameOf = (username: string): string => names.get(username) || username
  if (undone_by && time_undone)
    return `${nameOf(undone_by)} undid this change at ${clockOf(time_undone)} already.`
  if (later_by && later_time)
    return `${nameOf(later_by)} changed the same stops again at ${clockOf(later_time)}. Undo that change first.`
  const limit = branchLimit(ctx.actor)
  const foreign = changes.flatMap(driversOf).find((username) => {
    const driver = drivers.get(username)
    return driver && limit !== null && driver.branch_id !== limit
  })
  return foreign === undefined
    ? null
    : `This change ordered the stops of ${nameOf(foreign)}, who drives for another branch. Ask that branch to undo it.`
}
