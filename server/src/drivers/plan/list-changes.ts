import type { planApi } from '@waybill/domain/drivers/plan'
import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { forbidden } from '@waybill/domain/kit/problem'
import type { Handler } from '../../kit/handler.ts'
import { changeTexts } from './change-texts.ts'
import { listPlanChanges } from './plan-store.ts'
import { readStaff, undoRejection } from './undo-rejection.ts'

const max_changes = 500

/**
 * Lists the changes of a planned day, the newest first, also those that drivers made on the phone. Of a branch, those
 * that concern its drivers or that the caller made (docs/domain/routing-and-drivers.md#dispatch-board).
 */
export const listChanges: Handler<typeof planApi.changes> = async (ctx, input) => {
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may see the changes of a day.')
  const branchId = branchLimit(ctx.actor) ?? input.branch_id
  const staff = await readStaff(ctx)
  const nameOf = (username: string): string => staff.names.get(username) || username
  const ofBranch = [...staff.drivers.values()].filter(({ branch_id }) => branch_id === branchId)
  const about =
    branchId === undefined
      ? null
      : { drivers: ofBranch.map(({ username }) => username), made_by: ctx.actor.username }
  const page = pageOf(input, max_changes)
  const { rows, total } = await listPlanChanges(ctx, input.date ?? dayOf(ctx.now), about, page)
  return {
    count: total,
    changes: rows.map((row) => ({
      plan_change_id: row.id,
      made_by_name: nameOf(row.made_by),
      time_created: row.time_created,
      what: changeTexts(row.changes, row.moves, nameOf),
      undone_by_name: row.undone_by === null ? '' : nameOf(row.undone_by),
      time_undone: row.time_undone,
      undo_rejection: undoRejection(ctx, row, staff),
    })),
  }
}
