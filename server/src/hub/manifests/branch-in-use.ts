import { wrongState } from '@waybill/domain/kit/problem'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { branchRemoved } from '@waybill/domain/maps/events'
import type { Context } from '../../kit/handler.ts'
import { hasOpenManifest } from './manifest-store.ts'

/**
 * Rejects the removal of a branch while a manifest that is not received yet leaves from it, stops at it or goes to
 * it.
 */
export async function rejectBranchOfManifest(
  ctx: Context,
  { branch_id, name }: PayloadOf<typeof branchRemoved>,
): Promise<void> {
  if (await hasOpenManifest(ctx, branch_id))
    throw wrongState(
      `Manifests of ${name} are still active. Receive them or remove the empty ones, then remove ${name}.`,
    )
}
