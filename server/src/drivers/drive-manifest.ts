import type { DriverAction } from '@waybill/domain/drivers/api'
import type { ActionType } from '@waybill/domain/drivers/model'
import {
  driver_can_close_manifest,
  driver_manifest_scanner_enabled,
  driver_scan_in_at_hub,
} from '@waybill/domain/drivers/settings'
import { forbidden } from '@waybill/domain/kit/problem'
import { acceptManifest, arriveManifest } from '../hub/index.ts'
import type { Context } from '../kit/handler.ts'
import type { ManifestAction } from '@waybill/domain/drivers/parcel-actions'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import { happenedAt } from './happened-at.ts'

/** Whether an action applies to a whole manifest. */
export function isManifestAction(type: ActionType): type is ManifestAction {
  return type === 'accept-manifest' || type === 'arrive-manifest'
}

const the_beginning = new Date(0)

/**
 * Accepts a load or reports its arrival by the barcode of its manifest; returns the message for the driver (PERM-004,
 * SET-033).
 */
export async function driveManifest(
  ctx: Context,
  action: DriverAction,
  type: ManifestAction,
): Promise<string> {
  if (!ctx.setting(driver_manifest_scanner_enabled)) throw forbidden(codedText('may_not_scan_manifests'))
  const at = happenedAt(action, the_beginning, ctx.now)
  const reference = action.manifest_reference ?? ''
  if (type === 'accept-manifest') {
    const { display_id, to_branch_name, done } = await acceptManifest(
      ctx,
      reference,
      at,
      ctx.setting(driver_can_close_manifest),
    )
    return `${display_id} to ${to_branch_name}: ${done === 1 ? '1 parcel is' : `${done} parcels are`} yours.`
  }
  if (!ctx.setting(driver_scan_in_at_hub)) throw forbidden(codedText('may_not_arrive_manifests'))
  const { display_id, to_branch_name } = await arriveManifest(ctx, reference, at)
  return `${display_id} has arrived at ${to_branch_name}.`
}
