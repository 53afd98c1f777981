import { mayCloseOver } from '@waybill/domain/accounts/account-rules'
import type { accountClosed } from '@waybill/domain/accounts/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { ensure } from '@waybill/domain/kit/rule-result'
import { active_statuses } from '@waybill/domain/shipments/statuses/status'
import type { Context } from '../../kit/handler.ts'
import { countInStatuses } from './account-store.ts'

/** Rejects closing an account with active shipments (ACC-012). */
export async function rejectAccountWithOpenShipments(
  ctx: Context,
  { account_id }: PayloadOf<typeof accountClosed>,
): Promise<void> {
  ensure(mayCloseOver(await countInStatuses(ctx, account_id, active_statuses)))
}
