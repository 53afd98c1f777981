import { wrongState } from '@waybill/domain/kit/problem'
import type { branchRemoved } from '@waybill/domain/maps/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { under_way } from '@waybill/domain/shipments/status'
import type { Context } from '../kit/handler.ts'
import { isBranchUnderWay } from './branch-store.ts'

/** A branch stays while shipments under way come from it, lie in it or go to it. */
export async function refuseBranchWithOpenShipments(
  ctx: Context,
  { branch_id, name }: PayloadOf<typeof branchRemoved>,
): Promise<void> {
  if (await isBranchUnderWay(ctx, branch_id, under_way))
    throw wrongState(
      `Shipments of ${name} are still under way. Switch ${name} off, so that it is given no new ones, and remove it when they have arrived.`,
    )
}
