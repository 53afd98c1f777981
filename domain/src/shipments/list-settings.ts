import { settingsSection } from '../kit/settings-section.ts'
import { statusesFor } from './statuses/status.ts'

const tracking = settingsSection('general', 'tracking settings')
const rules = settingsSection('shipments', 'permissions and additional settings')

// Apart from the other settings of shipments, because the list of shipments needs only these.
export const exclude_tracking_statuses = tracking.many(
  'exclude_tracking_statuses',
  'Hidden tracking statuses',
  statusesFor('can_be_excluded'),
  [
    'manifested',
    'ready-for-dispatch',
    'collection-assigned',
    'delivery-assigned',
    'collection-unassigned',
    'collection-rejected',
    'delivery-unassigned',
    'delivery-rejected',
  ],
  { for_customers: true },
)
export const override_shipment_statuses = tracking.toggle(
  'override_shipment_statuses',
  'Show rejected and unassigned as assigned',
  true,
  { for_customers: true },
)
export const allow_account_users_to_cancel = rules.toggle(
  'allow_account_users_to_cancel',
  'Customers may cancel',
  true,
  { for_customers: true },
)
