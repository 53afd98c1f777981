import { audited_account, audited_account_setting } from '../accounts/index.ts'
import type { AuditedThings } from '../audit/index.ts'
import { audited_entry } from '../blocked-list/index.ts'
import { audited_role, audited_user } from '../identity/index.ts'
import { audited_setting } from '../settings/index.ts'
import { audited_job } from '../imports/index.ts'
import { audited_batch } from '../move-in/index.ts'
import { audited_branch } from '../maps/index.ts'
import { audited_point } from '../pickup-points/index.ts'
import { audited_revision } from '../rates/index.ts'
import { audited_shipment, shipmentOfParcel } from '../shipments/index.ts'

/** Module functions that the audit trail needs to describe objects: names, branches, and the shipments of parcels. */
export const audited: AuditedThings = {
  rows: { provider_setting: audited_setting, account_setting: audited_account_setting },
  objects: {
    shipment: audited_shipment,
    account: audited_account,
    user: audited_user,
    role: audited_role,
    rate_revision: audited_revision,
    branch: audited_branch,
    pickup_point: audited_point,
    bulk_job: audited_job,
    move_in_batch: audited_batch,
    blocked_entry: audited_entry,
  },
  shipmentOfParcel,
}
