import { subscriber_channels } from '@waybill/domain/shipments/receiver/subscription-step'
import { frequencies } from '@waybill/domain/collections/days'
import {
  account_types,
  invoice_allocation_methods,
  invoice_frequencies,
  pod_methods,
} from '@waybill/domain/accounts/account'
import { address_types } from '@waybill/domain/accounts/address'
import { sending_states } from '@waybill/domain/accounting/api'
import { accounting_systems, export_formats } from '@waybill/domain/accounting/chart'
import { document_kinds } from '@waybill/domain/accounting/document'
import { transaction_type_names } from '@waybill/domain/billing/transaction-types'
import {
  delivery_kinds,
  delivery_states as document_delivery_states,
} from '@waybill/domain/billing/deliveries'
import { month_end_actions, month_end_states } from '@waybill/domain/billing/month-end'
import { blocked_types } from '@waybill/domain/blocked-list/model'
import { cash_kinds, cash_places } from '@waybill/domain/cash/cash-book'
import { cash_up_states, holder_kinds } from '@waybill/domain/cash/cash-up'
import { collection_methods } from '@waybill/domain/cash/collecting'
import { claim_kinds, claim_pay_methods } from '@waybill/domain/claims/model'
import { claim_states } from '@waybill/domain/claims/states'
import { collection_request_statuses } from '@waybill/domain/collections/status'
import { stored_approval_states } from '@waybill/domain/controls/model'
import { cost_kinds, cost_legs, statement_states } from '@waybill/domain/costs/model'
import { counter_action_types } from '@waybill/domain/counter/model'
import { action_types, legs, plan_sources, travel_sources } from '@waybill/domain/drivers/model'
import { floor_differences, floor_results } from '@waybill/domain/hub/floor/floor-count'
import { damage_states } from '@waybill/domain/hub/damages/damage'
import { load_statuses, manifest_statuses } from '@waybill/domain/hub/manifest'
import { scan_modes } from '@waybill/domain/hub/model'
import { disposals, unidentified_states } from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { session_kinds } from '@waybill/domain/identity/sign-in/sessions'
import { bulk_kinds, bulk_states, row_states } from '@waybill/domain/imports/model'
import { delivery_states } from '@waybill/domain/integrations/delivery'
import { integration_request_types } from '@waybill/domain/integrations/providers'
import { rule_types } from '@waybill/domain/integrations/rules'
import { approval_kinds } from '@waybill/domain/kit/calls/approval'
import { job_decisions } from '@waybill/domain/jobs/api'
import { report_kinds, report_parties } from '@waybill/domain/lockers/point-events'
import { zone_kinds } from '@waybill/domain/maps/map-kinds'
import { draft_statuses, zone_legs, zone_changes } from '@waybill/domain/maps/model'
import { move_in_kinds } from '@waybill/domain/move-in/columns'
import { inbox_kinds } from '@waybill/domain/notifications/inbox'
import { imported_states, confidences } from '@waybill/domain/payments/imported-payment'
import { payment_purposes } from '@waybill/domain/payments/methods'
import { payment_statuses, stored_held_reasons } from '@waybill/domain/payments/payment'
import { refund_states } from '@waybill/domain/payments/refund'
import { settlement_differences, settlement_kinds } from '@waybill/domain/payments/settlement'
import {
  network_names,
  pickup_point_providers,
  pickup_point_statuses,
  pickup_point_types,
} from '@waybill/domain/pickup-points/model'
import { reservation_states } from '@waybill/domain/pickup-points/reservation'
import { provider_statuses } from '@waybill/domain/platform-admin/provider-rules'
import { charge_row_types } from '@waybill/domain/rates/model'
import { vat_types } from '@waybill/domain/rates/price-books/price-book'
import { discrepancy_outcomes, discrepancy_states } from '@waybill/domain/shipments/discrepancies/discrepancy'
import { file_visibilities, shipment_file_kinds } from '@waybill/domain/shipments/files/shipment-file'
import { note_types } from '@waybill/domain/shipments/notes-and-tags/note'
import { masked_call_states } from '@waybill/domain/drivers/masked-calls'
import { place_change_states } from '@waybill/domain/shipments/receiver/new-place'
import { phone_channels, reply_keywords } from '@waybill/domain/notifications/replies/keywords'
import { dispute_decisions } from '@waybill/domain/shipments/receiver/attempt-dispute'
import { shipment_statuses } from '@waybill/domain/shipments/statuses/status'
import { tag_types } from '@waybill/domain/tags/model'

/** The type of a column. */
export interface ColumnType {
  /** A type of the domain, or one made of the types of the language. */
  type: string
  /** The module of the domain that exports the type, such as `accounts/account`. */
  from?: string
}

/** A text column with a fixed list of values from the domain. */
interface EnumColumn extends ColumnType {
  values: readonly string[]
}

const status = { type: 'ShipmentStatus', from: 'shipments/statuses/status', values: shipment_statuses }
const claim_state = { type: 'ClaimState', from: 'claims/states', values: claim_states }
const zone_kind = { type: 'ZoneKind', from: 'maps/map-kinds', values: zone_kinds }
const pod_method = { type: 'PodMethod', from: 'accounts/account', values: pod_methods }

/**
 * Enum columns by table and column. The types of `kit/tables.ts` are generated from them, and a test compares them
 * with the CHECK constraints of the database: a new value requires a migration.
 */
export const enum_columns: Readonly<Record<string, EnumColumn>> = {
  'account.account_type': { type: 'AccountType', from: 'accounts/account', values: account_types },
  'account.invoice_allocation_method': {
    type: 'InvoiceAllocationMethod',
    from: 'accounts/account',
    values: invoice_allocation_methods,
  },
  'account.invoice_frequency': {
    type: 'InvoiceFrequency',
    from: 'accounts/account',
    values: invoice_frequencies,
  },
  'account.pod_method': pod_method,
  'accounting_connection.system': {
    type: 'AccountingSystemName',
    from: 'accounting/chart',
    values: accounting_systems,
  },
  'accounting_export.format': { type: 'ExportFormat', from: 'accounting/chart', values: export_formats },
  'accounting_export_document.kind': {
    type: 'DocumentKind',
    from: 'accounting/document',
    values: document_kinds,
  },
  'accounting_export_document.sending': {
    type: 'SendingState',
    from: 'accounting/api',
    values: sending_states,
  },
  'address.type': { type: 'AddressType', from: 'accounts/address', values: address_types },
  'approval_request.kind': { type: 'ApprovalKind', from: 'kit/calls/approval', values: approval_kinds },
  'approval_request.state': {
    type: 'StoredApprovalState',
    from: 'controls/model',
    values: stored_approval_states,
  },
  'billing_transaction.type': {
    type: 'TransactionTypeName',
    from: 'billing/transaction-types',
    values: transaction_type_names,
  },
  'blocked_entry.type': { type: 'BlockedType', from: 'blocked-list/model', values: blocked_types },
  'bulk_job.kind': { type: 'BulkKind', from: 'imports/model', values: bulk_kinds },
  'bulk_job.state': { type: 'BulkState', from: 'imports/model', values: bulk_states },
  'move_in_batch.kind': { type: 'MoveInKind', from: 'move-in/columns', values: move_in_kinds },
  'bulk_row.state': { type: 'RowState', from: 'imports/model', values: row_states },
  'cash_entry.place': { type: 'CashPlace', from: 'cash/cash-book', values: cash_places },
  'cash_receipt.method': { type: 'CollectionMethod', from: 'cash/collecting', values: collection_methods },
  'cash_transaction.kind': { type: 'CashKind', from: 'cash/cash-book', values: cash_kinds },
  'cash_up.kind': { type: 'HolderKind', from: 'cash/cash-up', values: holder_kinds },
  'cash_up.state': { type: 'CashUpState', from: 'cash/cash-up', values: cash_up_states },
  'claim.kind': { type: 'ClaimKind', from: 'claims/model', values: claim_kinds },
  'claim.pay_by': { type: 'ClaimPayMethod', from: 'claims/model', values: claim_pay_methods },
  'claim.state': claim_state,
  'claim_event.state': claim_state,
  'collection_request.status': {
    type: 'CollectionRequestStatus',
    from: 'collections/status',
    values: collection_request_statuses,
  },
  'cost_line.kind': { type: 'CostKind', from: 'costs/model', values: cost_kinds },
  'cost_line.leg': { type: 'CostLeg', from: 'costs/model', values: cost_legs },
  'draft_map.status': { type: 'DraftStatus', from: 'maps/model', values: draft_statuses },
  'draft_zone.action': { type: 'ZoneChange', from: 'maps/model', values: zone_changes },
  'draft_zone.kind': zone_kind,
  'counter_action.type': {
    type: 'CounterActionType',
    from: 'counter/model',
    values: counter_action_types,
  },
  'document_delivery.kind': { type: 'DeliveryKind', from: 'billing/deliveries', values: delivery_kinds },
  'month_end_run.action': { type: 'MonthEndAction', from: 'billing/month-end', values: month_end_actions },
  'month_end_run.state': { type: 'MonthEndState', from: 'billing/month-end', values: month_end_states },
  'charge_hold.cause': { type: "'claim' | 'dispute'", values: ['claim', 'dispute'] },
  'document_delivery.state': {
    type: 'DocumentDeliveryState',
    from: 'billing/deliveries',
    values: document_delivery_states,
  },
  'driver_action.type': { type: 'ActionType', from: 'drivers/model', values: action_types },
  'failed_job_decision.decision': { type: 'JobDecision', from: 'jobs/api', values: job_decisions },
  'hub_scan.mode': { type: 'ScanMode', from: 'hub/model', values: scan_modes },
  'imported_payment.confidence': {
    type: 'Confidence',
    from: 'payments/imported-payment',
    values: confidences,
  },
  'imported_payment.state': {
    type: 'ImportedState',
    from: 'payments/imported-payment',
    values: imported_states,
  },
  'inbox_message.kind': { type: 'InboxKind', from: 'notifications/inbox', values: inbox_kinds },
  'integration_request.type': {
    type: 'IntegrationRequestType',
    from: 'integrations/providers',
    values: integration_request_types,
  },
  'integration_rule.rule_type': { type: 'RuleType', from: 'integrations/rules', values: rule_types },
  'integration_task.status': {
    type: 'DeliveryState',
    from: 'integrations/delivery',
    values: delivery_states,
  },
  'floor_count_difference.kind': {
    type: 'FloorDifferenceKind',
    from: 'hub/floor/floor-count',
    values: floor_differences,
  },
  'floor_count_scan.result': { type: 'FloorResult', from: 'hub/floor/floor-count', values: floor_results },
  'interhub_transfer.scan_status': { type: 'LoadStatus', from: 'hub/manifest', values: load_statuses },
  'interhub_transfer.status': { type: 'ManifestStatus', from: 'hub/manifest', values: manifest_statuses },
  'parcel.status': status,
  'parcel_damage.state': { type: 'DamageState', from: 'hub/damages/damage', values: damage_states },
  'unidentified_parcel.disposal': {
    type: "'' | 'destroyed' | 'auctioned' | 'donated' | 'handed-over'",
    values: ['', ...disposals],
  },
  'unidentified_parcel.state': {
    type: 'UnidentifiedState',
    from: 'hub/unidentified/unidentified-parcel',
    values: unidentified_states,
  },
  'pay_statement.state': { type: 'StatementState', from: 'costs/model', values: statement_states },
  'locker_event.kind': { type: 'ReportKind', from: 'lockers/point-events', values: report_kinds },
  'locker_event.network': { type: 'NetworkName', from: 'pickup-points/model', values: network_names },
  'locker_event.party': { type: 'ReportParty', from: 'lockers/point-events', values: report_parties },
  'locker_reservation.leg': { type: 'Leg', from: 'drivers/model', values: legs },
  'locker_reservation.network': {
    type: 'PickupPointProvider',
    from: 'pickup-points/model',
    values: pickup_point_providers,
  },
  'locker_reservation.state': {
    type: 'ReservationState',
    from: 'pickup-points/reservation',
    values: reservation_states,
  },
  'payment.held_reason': {
    type: 'StoredHeldReason',
    from: 'payments/payment',
    values: stored_held_reasons,
  },
  'payment.purpose': { type: 'PaymentPurpose', from: 'payments/methods', values: payment_purposes },
  'payment.status': { type: 'PaymentStatus', from: 'payments/payment', values: payment_statuses },
  'payment_refund.state': { type: 'RefundState', from: 'payments/refund', values: refund_states },
  'pickup_point.pickup_point_provider': {
    type: 'PickupPointProvider',
    from: 'pickup-points/model',
    values: pickup_point_providers,
  },
  'pickup_point.status': {
    type: 'PickupPointStatus',
    from: 'pickup-points/model',
    values: pickup_point_statuses,
  },
  'pickup_point.type': { type: 'PickupPointType', from: 'pickup-points/model', values: pickup_point_types },
  'provider.status': {
    type: 'ProviderStatus',
    from: 'platform-admin/provider-rules',
    values: provider_statuses,
  },
  'recurring_collection.frequency': { type: 'Frequency', from: 'collections/days', values: frequencies },
  'session.kind': { type: 'SessionKind', from: 'identity/sign-in/sessions', values: session_kinds },
  'settlement_line.difference': {
    type: 'SettlementDifference',
    from: 'payments/settlement',
    values: settlement_differences,
  },
  'settlement_line.kind': {
    type: 'SettlementKind',
    from: 'payments/settlement',
    values: settlement_kinds,
  },
  'shipment.pod_method': pod_method,
  'shipment.status': status,
  'shipment_charge.type': { type: 'ChargeRowType', from: 'rates/model', values: charge_row_types },
  'shipment_charge.vat_type': { type: 'VatType', from: 'rates/price-books/price-book', values: vat_types },
  'shipment_file.kind': {
    type: 'ShipmentFileKind',
    from: 'shipments/files/shipment-file',
    values: shipment_file_kinds,
  },
  'shipment_file.visibility': {
    type: 'FileVisibility',
    from: 'shipments/files/shipment-file',
    values: file_visibilities,
  },
  'shipment_note.type': { type: 'NoteType', from: 'shipments/notes-and-tags/note', values: note_types },
  'tag.type': { type: 'TagType', from: 'tags/model', values: tag_types },
  'trip_plan.source': { type: 'PlanSource', from: 'drivers/model', values: plan_sources },
  'trip_plan_trips.times_from': {
    type: 'TravelSource',
    from: 'drivers/model',
    values: travel_sources,
  },
  'trip_plan_visit.leg': { type: 'Leg', from: 'drivers/model', values: legs },
  'weight_discrepancy.outcome': {
    type: 'DiscrepancyOutcome',
    from: 'shipments/discrepancies/discrepancy',
    values: discrepancy_outcomes,
  },
  'inbound_message.channel': {
    type: 'PhoneChannel',
    from: 'notifications/replies/keywords',
    values: phone_channels,
  },
  'inbound_message.keyword': {
    type: 'ReplyKeyword',
    from: 'notifications/replies/keywords',
    values: reply_keywords,
  },
  'parcel_subscriber.channel': {
    type: 'SubscriberChannel',
    from: 'shipments/receiver/subscription-step',
    values: subscriber_channels,
  },
  'masked_call.state': {
    type: 'MaskedCallState',
    from: 'drivers/masked-calls',
    values: masked_call_states,
  },
  'place_change.state': {
    type: 'PlaceChangeState',
    from: 'shipments/receiver/new-place',
    values: place_change_states,
  },
  'attempt_dispute.decision': {
    type: 'DisputeDecision',
    from: 'shipments/receiver/attempt-dispute',
    values: dispute_decisions,
  },
  'weight_discrepancy.state': {
    type: 'DiscrepancyState',
    from: 'shipments/discrepancies/discrepancy',
    values: discrepancy_states,
  },
  'zone.kind': zone_kind,
  'zone.legs': { type: 'ZoneLegs', from: 'maps/model', values: zone_legs },
}

const stored_contact = { type: 'StoredContact', from: 'accounts/contact' }
const request_contact = { type: 'RequestContact', from: 'collections/model' }
const stored_attachments = { type: 'StoredAttachment[]', from: 'shipments/discrepancies/model' }
const headers = { type: 'Record<string, string>' }
/** Its readers parse it, or its content depends on another column. */
const any_content = { type: 'unknown' }

/**
 * The other columns whose type is not that of the database: every JSON column, and texts that hold a value of the
 * domain without a CHECK constraint. A type describes what any release may have stored, so later fields are optional.
 */
export const typed_columns: Readonly<Record<string, ColumnType>> = {
  'account.billing_contact': stored_contact,
  'account.cost_centers': { type: 'CostCenter[]', from: 'accounts/account' },
  'account.custom_fields': { type: 'CustomValues', from: 'accounts/custom-fields' },
  'account.parcel_types': { type: 'ParcelType[]', from: 'accounts/account' },
  'accounting_export.files': { type: 'ExportedFile[]', from: 'accounting/api' },
  'accounting_export_document.content': { type: 'ExportDocument', from: 'accounting/document' },
  'approval_request.input': any_content,
  'audit_archive.objects': { type: 'Record<string, [number, number]>' },
  'audit_event.change': { type: 'Record<string, unknown>' },
  'branch.bays': { type: 'string[]' },
  'branch.working_hours': { type: 'WeekHours', from: 'kit/dates/week-hours' },
  'bulk_job.change': { type: 'StoredChange', from: 'imports/bulk-change' },
  'bulk_row.effect': { type: 'RowEffect', from: 'imports/undo' },
  'bulk_row.cells': { type: 'Cells', from: 'imports/shipment-file' },
  'bulk_row.problems': { type: 'CellProblem[]', from: 'imports/booking' },
  'move_in_row.content': { type: 'Content', from: 'move-in/records' },
  'move_in_row.content_before': { type: 'Content', from: 'move-in/records' },
  'move_in_row.kind': { type: 'MoveInKind', from: 'move-in/columns' },
  'move_in_row.restores': { type: 'object' },
  'cash_up.denominations': { type: 'Record<string, number>' },
  'action_evidence.files': { type: 'ArrivedFile[]', from: 'shipments/proof-of-delivery/judge-evidence' },
  'claim_event.files': { type: 'NamedUpload[]', from: 'files/model' },
  'collection_request.contact': request_contact,
  'collection_request.vehicle': { type: 'Vehicle', from: 'collections/model' },
  'collection_request_event.data': { type: 'RequestEventData', from: 'collections/model' },
  'draft_zone.details': any_content,
  'counter_action.answer': { type: 'CounterResult', from: 'counter/model' },
  'counter_action.payload': any_content,
  'driver_action.answer': { type: 'ActionResult', from: 'drivers/model' },
  'driver_action.payload': any_content,
  'hub_scan.answer': { type: 'ScanAnswer', from: 'hub/model' },
  'hub_scan.effect': any_content,
  'hub_scan_undo.answer': { type: 'UndoAnswer', from: 'hub/model' },
  'integration.provider': { type: 'IntegrationProvider', from: 'integrations/providers' },
  'integration.status_map': { type: 'MappedCode[]', from: 'integrations/status-map' },
  'integration_rule.action': { type: 'IntegrationAction', from: 'integrations/providers' },
  'integration_rule.filters': { type: "IntegrationRule['filters']", from: 'integrations/model' },
  'integration_rule.trigger': { type: 'Trigger', from: 'integrations/rules' },
  'integration_task.about': any_content,
  'invariant_result.sample': any_content,
  'invoice.recipient': { type: 'Recipient', from: 'billing/model' },
  'made_file.asked': any_content,
  'outbox.payload': any_content,
  'pay_plan_version.rules': { type: 'PayRules', from: 'costs/model' },
  'parcel.rated_measures': { type: 'ParcelMeasures', from: 'shipments/doubtful-measures' },
  'payment_notice.gateway': { type: 'GatewayName', from: 'payments/gateway-list' },
  'saved_card.gateway': { type: 'GatewayName', from: 'payments/gateway-list' },
  'settlement_line.gateway': { type: 'GatewayName', from: 'payments/gateway-list' },
  'payment_notice.headers': headers,
  'month_end_run.failures': { type: '{ account_id: number; account_name: string; message: string }[]' },
  'pickup_point.compartments': { type: 'Compartment[]', from: 'pickup-points/model' },
  'push_told.stops': any_content,
  'rate_book.book': { type: 'BookContent', from: 'rates/revisions/revisions' },
  'rate_change.place': { type: 'BookPlace', from: 'rates/revisions/revisions' },
  'rate_change.value_after': any_content,
  'rate_change.value_before': any_content,
  'recurring_collection.contact': request_contact,
  'place_change.place': { type: 'NewPlace', from: 'shipments/receiver/new-place' },
  'recurring_collection.vehicle': { type: 'Vehicle', from: 'collections/model' },
  'saved_report.question': { type: 'Question', from: 'reports/question' },
  'saved_report.schedule': { type: 'Schedule', from: 'reports/schedule' },
  'shipment.authorised_person': { type: 'AuthorisedPerson', from: 'shipments/receiver/authorised-person' },
  'shipment.billing_contact': stored_contact,
  'shipment.collection_contact': stored_contact,
  'shipment.delivery_contact': stored_contact,
  'shipment.responsible_contact': stored_contact,
  'shipment.status_before_hold': { type: 'ShipmentStatus', from: 'shipments/statuses/status' },
  'shipment_charge.metadata': { type: 'ChargeInputs', from: 'rates/pricing/offer' },
  'shipment_note.attachments': { type: '{ uploads: NamedUpload[] }', from: 'files/model' },
  'tracking_event.data': { type: 'Record<string, unknown>' },
  'trip_plan_change.before': any_content,
  'trip_plan_trips.trips': { type: '[string, number, number][]' },
  'trip_plan_change.changes': { type: 'PlanChange[]', from: 'drivers/plan' },
  'user_setting.value': any_content,
  'webhook_subscription.headers': headers,
  'webhook_subscription.topic': { type: 'WebhookTopic', from: 'integrations/webhooks' },
  'weight_discrepancy.dispute_files': stored_attachments,
  'weight_discrepancy.parcels': { type: 'ComparedParcel[]', from: 'shipments/discrepancies/model' },
  'weight_discrepancy.photos': stored_attachments,
  'zone.days': { type: 'LegDays', from: 'maps/model' },
  'zone.geometry': { type: 'ZoneGeometry', from: 'maps/model' },
}
