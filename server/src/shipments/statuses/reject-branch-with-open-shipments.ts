import { wrongState } from '@waybill/domain/kit/problem'
import type { branchRemoved } from '@waybill/domain/maps/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { active_statuses } from '@waybill/domain/shipments/statuses/status'
import type { Context } from '../../kit/handler.ts'
import { isBranchOfActiveShipments } from './branch-store.ts'

/** Rejects removing a branch that is the collection, delivery or current branch of active shipments. */
export async function rejectBranchWithOpenShipments(
  ctx: Context,
  { branch_id, name }: PayloadOf<typeof branchRemoved>,
): Promise<void> {
  if (await isBranchOfActiveShipments(ctx, branch_id, active_statuses))
    throw wrongState(
      `Shipments of ${name} are still active. Switch ${name} off so that it gets no new ones, and remove it when they have arrived.`,
    )
}
