import { enable_bob_box, enable_third_party_bob_box } from '@waybill/domain/pickup-points/locker-settings'
import type { CancelRules } from '@waybill/domain/shipments/statuses/manual-status-changes'
import {
  allow_account_users_to_cancel,
  exclude_tracking_statuses,
  override_shipment_statuses,
} from '@waybill/domain/shipments/list-settings'
import type { StatusVisibility } from '@waybill/domain/shipments/statuses/status-visibility'
import { useSetting } from '../kit/session/me.ts'

/** Returns the company’s settings for which statuses others see. */
export function useStatusVisibility(): StatusVisibility {
  return {
    override_shipment_statuses: useSetting(override_shipment_statuses),
    exclude_tracking_statuses: useSetting(exclude_tracking_statuses),
    enable_bob_box: useSetting(enable_bob_box),
    enable_third_party_bob_box: useSetting(enable_third_party_bob_box),
  }
}

/** Returns the rules that decide whether customers may cancel. In a list the account is not known; the server decides. */
export function useCancelRules(account?: { allow_cancelling_failed_collections: boolean }): CancelRules {
  return {
    allow_account_users_to_cancel: useSetting(allow_account_users_to_cancel),
    allow_cancelling_failed_collections: account?.allow_cancelling_failed_collections ?? true,
  }
}
