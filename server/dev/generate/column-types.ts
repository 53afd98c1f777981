import {
  account_types,
  invoice_allocation_methods,
  invoice_frequencies,
  pod_methods,
} from '@waybill/domain/accounts/account'
import { address_types } from '@waybill/domain/accounts/address'
import { transaction_type_names } from '@waybill/domain/billing/transaction-types'
import { blocked_types } from '@waybill/domain/blocked-list/model'
import { claim_kinds } from '@waybill/domain/claims/model'
import { claim_states } from '@waybill/domain/claims/states'
import { collection_request_statuses } from '@waybill/domain/collections/status'
import { action_types, legs } from '@waybill/domain/drivers/model'
import { load_statuses, manifest_statuses } from '@waybill/domain/hub/manifest'
import { scan_modes } from '@waybill/domain/hub/model'
import { session_kinds } from '@waybill/domain/identity/sign-in/sessions'
import { bulk_kinds, bulk_states, row_states } from '@waybill/domain/imports/model'
import { delivery_states } from '@waybill/domain/integrations/delivery'
import { integration_request_types } from '@waybill/domain/integrations/providers'
import { rule_types } from '@waybill/domain/integrations/rules'
import { job_decisions } from '@waybill/domain/jobs/api'
import { zone_kinds } from '@waybill/domain/maps/map-kinds'
import { draft_statuses } from '@waybill/domain/maps/model'
import { inbox_kinds } from '@waybill/domain/notifications/inbox'
import { imported_states } from '@waybill/domain/payments/imported-payment'
import { payment_purposes } from '@waybill/domain/payments/methods'
import { payment_statuses } from '@waybill/domain/payments/payment'
import {
  pickup_point_providers,
  pickup_point_statuses,
  pickup_point_types,
} from '@waybill/domain/pickup-points/model'
import { reservation_states } from '@waybill/domain/pickup-points/reservation'
import { provider_statuses } from '@waybill/domain/platform-admin/provider-rules'
import { charge_row_types } from '@waybill/domain/rates/model'
import { vat_types } from '@waybill/domain/rates/price-books/price-book'
import { note_types } from '@waybill/domain/shipments/notes-and-tags/note'
import { shipment_statuses } from '@waybill/domain/shipments/statuses/status'
import { tag_types } from '@waybill/domain/tags/model'

/** A text column with a fixed list of values from the domain, and the name of its union type. */
export interface EnumColumn {
  type: string
  values: readonly string[]
}

const status = { type: 'ShipmentStatus', values: shipment_statuses }
const claim_state = { type: 'ClaimState', values: claim_states }
const zone_kind = { type: 'ZoneKind', values: zone_kinds }
const pod_method = { type: 'PodMethod', values: pod_methods }

/**
 * Enum columns by table and column. The types of `kit/tables.ts` are generated from them, and a test compares them
 * with the CHECK constraints of the database: a new value requires a migration.
 */
export const enum_columns: Readonly<Record<string, EnumColumn>> = {
  'account.account_type': { type: 'AccountType', values: account_types },
  'account.invoice_allocation_method': {
    type: 'InvoiceAllocationMethod',
    values: invoice_allocation_methods,
  },
  'account.invoice_frequency': { type: 'InvoiceFrequency', values: invoice_frequencies },
  'account.pod_method': pod_method,
  'address.type': { type: 'AddressType', values: address_types },
  'billing_transaction.type': { type: 'TransactionTypeName', values: transaction_type_names },
  'blocked_entry.type': { type: 'BlockedType', values: blocked_types },
  'bulk_job.kind': { type: 'BulkKind', values: bulk_kinds },
  'bulk_job.state': { type: 'BulkState', values: bulk_states },
  'bulk_row.state': { type: 'RowState', values: row_states },
  'claim.kind': { type: 'ClaimKind', values: claim_kinds },
  'claim.state': claim_state,
  'claim_event.state': claim_state,
  'collection_request.status': { type: 'CollectionRequestStatus', values: collection_request_statuses },
  'draft_map.status': { type: 'DraftStatus', values: draft_statuses },
  'draft_zone.kind': zone_kind,
  'driver_action.type': { type: 'ActionType', values: action_types },
  'failed_job_decision.decision': { type: 'JobDecision', values: job_decisions },
  'hub_scan.mode': { type: 'ScanMode', values: scan_modes },
  'imported_payment.state': { type: 'ImportedState', values: imported_states },
  'inbox_message.kind': { type: 'InboxKind', values: inbox_kinds },
  'integration_request.type': { type: 'IntegrationRequestType', values: integration_request_types },
  'integration_rule.rule_type': { type: 'RuleType', values: rule_types },
  'integration_task.status': { type: 'DeliveryState', values: delivery_states },
  'interhub_transfer.scan_status': { type: 'LoadStatus', values: load_statuses },
  'interhub_transfer.status': { type: 'ManifestStatus', values: manifest_statuses },
  'parcel.status': status,
  'payment.purpose': { type: 'PaymentPurpose', values: payment_purposes },
  'payment.status': { type: 'PaymentStatus', values: payment_statuses },
  'locker_reservation.leg': { type: 'Leg', values: legs },
  'locker_reservation.state': { type: 'ReservationState', values: reservation_states },
  'pickup_point.pickup_point_provider': {
    type: 'PickupPointProvider',
    values: pickup_point_providers,
  },
  'pickup_point.status': { type: 'PickupPointStatus', values: pickup_point_statuses },
  'pickup_point.type': { type: 'PickupPointType', values: pickup_point_types },
  'provider.status': { type: 'ProviderStatus', values: provider_statuses },
  'session.kind': { type: 'SessionKind', values: session_kinds },
  'shipment.pod_method': pod_method,
  'shipment.status': status,
  'shipment_charge.type': { type: 'ChargeRowType', values: charge_row_types },
  'shipment_charge.vat_type': { type: 'VatType', values: vat_types },
  'shipment_note.type': { type: 'NoteType', values: note_types },
  'tag.type': { type: 'TagType', values: tag_types },
  'zone.kind': zone_kind,
}
