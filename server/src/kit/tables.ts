// Made by `npm run generate` from the migrated database. Do not edit.
import type { ExportedFile, SendingState } from '@waybill/domain/accounting/api'
import type { AccountingSystemName, ExportFormat } from '@waybill/domain/accounting/chart'
import type { DocumentKind, ExportDocument } from '@waybill/domain/accounting/document'
import type { AccountType, CostCenter, InvoiceAllocationMethod, InvoiceFrequency, ParcelType, PodMethod } from '@waybill/domain/accounts/account'
import type { AddressType } from '@waybill/domain/accounts/address'
import type { StoredContact } from '@waybill/domain/accounts/contact'
import type { CustomValues } from '@waybill/domain/accounts/custom-fields'
import type { DeliveryKind, DocumentDeliveryState } from '@waybill/domain/billing/deliveries'
import type { Recipient } from '@waybill/domain/billing/model'
import type { MonthEndAction, MonthEndState } from '@waybill/domain/billing/month-end'
import type { TransactionTypeName } from '@waybill/domain/billing/transaction-types'
import type { BlockedType } from '@waybill/domain/blocked-list/model'
import type { CashKind, CashPlace } from '@waybill/domain/cash/cash-book'
import type { CashUpState, HolderKind } from '@waybill/domain/cash/cash-up'
import type { CollectionMethod } from '@waybill/domain/cash/collecting'
import type { ClaimKind, ClaimPayMethod } from '@waybill/domain/claims/model'
import type { ClaimState } from '@waybill/domain/claims/states'
import type { Frequency } from '@waybill/domain/collections/days'
import type { RequestContact, RequestEventData, Vehicle } from '@waybill/domain/collections/model'
import type { CollectionRequestStatus } from '@waybill/domain/collections/status'
import type { StoredApprovalState } from '@waybill/domain/controls/model'
import type { CostKind, CostLeg, PayRules, StatementState } from '@waybill/domain/costs/model'
import type { CounterActionType, CounterResult } from '@waybill/domain/counter/model'
import type { MaskedCallState } from '@waybill/domain/drivers/masked-calls'
import type { ActionResult, ActionType, Leg, PlanSource, TravelSource } from '@waybill/domain/drivers/model'
import type { PlanChange } from '@waybill/domain/drivers/plan'
import type { NamedUpload } from '@waybill/domain/files/model'
import type { DamageState } from '@waybill/domain/hub/damages/damage'
import type { FloorDifferenceKind, FloorResult } from '@waybill/domain/hub/floor/floor-count'
import type { LoadStatus, ManifestStatus } from '@waybill/domain/hub/manifest'
import type { ScanAnswer, ScanMode, UndoAnswer } from '@waybill/domain/hub/model'
import type { UnidentifiedState } from '@waybill/domain/hub/unidentified/unidentified-parcel'
import type { SessionKind } from '@waybill/domain/identity/sign-in/sessions'
import type { CellProblem } from '@waybill/domain/imports/booking'
import type { StoredChange } from '@waybill/domain/imports/bulk-change'
import type { BulkKind, BulkState, RowState } from '@waybill/domain/imports/model'
import type { Cells } from '@waybill/domain/imports/shipment-file'
import type { RowEffect } from '@waybill/domain/imports/undo'
import type { DeliveryState } from '@waybill/domain/integrations/delivery'
import type { IntegrationRule } from '@waybill/domain/integrations/model'
import type { IntegrationAction, IntegrationProvider, IntegrationRequestType } from '@waybill/domain/integrations/providers'
import type { RuleType, Trigger } from '@waybill/domain/integrations/rules'
import type { MappedCode } from '@waybill/domain/integrations/status-map'
import type { WebhookTopic } from '@waybill/domain/integrations/webhooks'
import type { JobDecision } from '@waybill/domain/jobs/api'
import type { ApprovalKind } from '@waybill/domain/kit/calls/approval'
import type { WeekHours } from '@waybill/domain/kit/dates/week-hours'
import type { ReportKind, ReportParty } from '@waybill/domain/lockers/point-events'
import type { ZoneKind } from '@waybill/domain/maps/map-kinds'
import type { DraftStatus, LegDays, ZoneChange, ZoneGeometry, ZoneLegs } from '@waybill/domain/maps/model'
import type { MoveInKind } from '@waybill/domain/move-in/columns'
import type { Content } from '@waybill/domain/move-in/records'
import type { InboxKind } from '@waybill/domain/notifications/inbox'
import type { PhoneChannel, ReplyKeyword } from '@waybill/domain/notifications/replies/keywords'
import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import type { Confidence, ImportedState } from '@waybill/domain/payments/imported-payment'
import type { PaymentPurpose } from '@waybill/domain/payments/methods'
import type { PaymentStatus, StoredHeldReason } from '@waybill/domain/payments/payment'
import type { RefundState } from '@waybill/domain/payments/refund'
import type { SettlementDifference, SettlementKind } from '@waybill/domain/payments/settlement'
import type { Compartment, NetworkName, PickupPointProvider, PickupPointStatus, PickupPointType } from '@waybill/domain/pickup-points/model'
import type { ReservationState } from '@waybill/domain/pickup-points/reservation'
import type { ProviderStatus } from '@waybill/domain/platform-admin/provider-rules'
import type { ChargeRowType } from '@waybill/domain/rates/model'
import type { VatType } from '@waybill/domain/rates/price-books/price-book'
import type { ChargeInputs } from '@waybill/domain/rates/pricing/offer'
import type { BookContent, BookPlace } from '@waybill/domain/rates/revisions/revisions'
import type { Question } from '@waybill/domain/reports/question'
import type { Schedule } from '@waybill/domain/reports/schedule'
import type { DiscrepancyOutcome, DiscrepancyState } from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { ComparedParcel, StoredAttachment } from '@waybill/domain/shipments/discrepancies/model'
import type { ParcelMeasures } from '@waybill/domain/shipments/doubtful-measures'
import type { FileVisibility, ShipmentFileKind } from '@waybill/domain/shipments/files/shipment-file'
import type { NoteType } from '@waybill/domain/shipments/notes-and-tags/note'
import type { ArrivedFile } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import type { DisputeDecision } from '@waybill/domain/shipments/receiver/attempt-dispute'
import type { AuthorisedPerson } from '@waybill/domain/shipments/receiver/authorised-person'
import type { NewPlace, PlaceChangeState } from '@waybill/domain/shipments/receiver/new-place'
import type { SubscriberChannel } from '@waybill/domain/shipments/receiver/subscription-step'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import type { TagType } from '@waybill/domain/tags/model'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A JSON column: read as its type, written as JSON text or a plain object. */
type Json<Type> = ColumnType<Type, unknown, unknown>

export interface AccountTable {
  provider_id: number
  id: GeneratedAlways<number>
  branch_id: number | null
  name: string
  account_code: string
  account_type: AccountType
  credit_limit: Generated<number>
  payment_terms: Generated<number>
  payment_terms_from_statement: Generated<boolean>
  invoice_frequency: Generated<InvoiceFrequency>
  invoice_frequency_time: Generated<number>
  is_on_hold: Generated<boolean>
  hold_reason: string | null
  disable_auto_hold: Generated<boolean>
  temp_disable_auto_hold: Generated<boolean>
  charge_discrepancy_threshold_override: number | null
  invoice_allocation_method: Generated<InvoiceAllocationMethod>
  default_collection_address_id: number | null
  custom_fields: Json<CustomValues | null>
  cost_centers: Json<CostCenter[] | null>
  force_show_billing_transactions: Generated<boolean>
  invoice_trigger_shipment_status: string | null
  invoice_trigger_shipment_status_for_month_end: string | null
  status: Generated<string>
  time_closed: Date | null
  close_reason: string | null
  trading_start_date: Date | null
  rate_group_id: number | null
  next_rate_group_id: number | null
  next_rate_group_date: string | null
  pod_method: PodMethod | null
  pod_method_visible_on_shipment: Generated<boolean>
  include_unencrypted_pod_pin: Generated<boolean>
  disable_out_for_delivery_sms: Generated<boolean>
  disable_out_for_delivery_email: Generated<boolean>
  disable_driver_app_notification_sms: Generated<boolean>
  disable_driver_app_notification_email: Generated<boolean>
  disable_account_in_arrears_checks: Generated<boolean>
  override_tracking_prefixes: Generated<boolean>
  tracking_prefix: Generated<string>
  allow_cancelling_failed_collections: Generated<boolean>
  customer_reference_required: Generated<boolean>
  customer_reference_prefix: string | null
  vat_number: Generated<string>
  registration_number: Generated<string>
  billing_address_id: number | null
  support_email: string | null
  parcel_types: Json<ParcelType[] | null>
  tags: Generated<string[]>
  referrer: string | null
  billing_contact: Json<StoredContact | null>
  next_invoice_run: Date | null
  created_by: Generated<string>
  version: Generated<number>
  time_created: Generated<Date>
  time_modified: Generated<Date>
  hold_message: string | null
  is_third_party: Generated<boolean>
  charge_discrepancy_percentage_override: number | null
  cod_own_terms: Generated<boolean>
  cod_max_amount: Generated<number>
  cod_fee_percentage: Generated<string>
  cod_fee_minimum: Generated<number>
}

export interface AccountBalanceTable {
  provider_id: number
  account_id: number
  balance: Generated<number>
  credit_allocation_balance: Generated<number>
}

export interface AccountNoteTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  message: string
  created_by: string
  time_created: Generated<Date>
  time_modified: Generated<Date>
  follow_up_day: string | null
  follow_up_user_id: number | null
  time_reminded: Date | null
}

export interface AccountSettingTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  key: string
  value: string
  time_modified: Generated<Date>
}

export interface AccountShipmentCountTable {
  provider_id: number
  account_id: number
  is_quote: boolean
  shipments: number
}

export interface AccountingAccountTable {
  provider_id: number
  id: GeneratedAlways<number>
  place: string
  code: string
  modified_by: string
  time_modified: Date
}

export interface AccountingConnectionTable {
  provider_id: number
  id: GeneratedAlways<number>
  system: AccountingSystemName
  organisation: string
  credentials_sealed: string
  access_token_sealed: string | null
  access_token_until: Date | null
  paused_until: Date | null
  problem: Generated<string>
  is_active: Generated<boolean>
  modified_by: string
  time_modified: Date
}

export interface AccountingExportTable {
  provider_id: number
  id: GeneratedAlways<number>
  export_number: number
  format: ExportFormat
  start_date: string
  end_date: string
  documents: number
  total: number
  files: Json<ExportedFile[]>
  created_by: string
  time_created: Date
}

export interface AccountingExportDocumentTable {
  provider_id: number
  id: GeneratedAlways<number>
  export_id: number
  kind: DocumentKind
  document_id: number
  content: Json<ExportDocument>
  sending: Generated<SendingState>
  external_ids: Generated<string[]>
  error: Generated<string>
  attempts: Generated<number>
  next_attempt: Date | null
}

export interface ActionEvidenceTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number
  username: string
  action_id: string
  content_hash: string
  computed_hash: string
  former_hash: string
  files: Json<ArrivedFile[]>
  is_complete: boolean
  time_received: Date
}

export interface AddressTable {
  provider_id: number
  id: GeneratedAlways<number>
  type: Generated<AddressType>
  company: Generated<string>
  street_address: Generated<string>
  local_area: Generated<string>
  city: Generated<string>
  code: Generated<string>
  zone: Generated<string>
  country: Generated<string>
  lat: number | null
  lng: number | null
  entered_address: Generated<string>
  hash: string
  gs_hash: string | null
  geo_local_area: string | null
  geo_city: string | null
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface AddressBookEntryTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  name: string
  contact_name: Generated<string>
  mobile_number: Generated<string>
  email: Generated<string>
  address_id: number
  special_instructions: string | null
  source: Generated<string>
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface ApiKeyTable {
  provider_id: number
  id: GeneratedAlways<number>
  name: string
  user_id: number
  account_id: number | null
  key_digest: string
  last_four: string
  time_last_used: Date | null
  time_revoked: Date | null
  time_expires: Date | null
  scopes: Generated<string[]>
  addresses: Generated<string[]>
  time_rotated: Date | null
  previous_digest: string | null
  previous_last_four: string | null
  previous_until: Date | null
  previous_last_used: Date | null
  created_by: string
  time_created: Generated<Date>
  rotated_by: Generated<string>
}

export interface ApiKeyChangeTable {
  provider_id: number
  id: GeneratedAlways<number>
  api_key_id: number
  user_id: number
  what: string
  name: string
  last_four: string
  scopes: string[]
  addresses: string[]
  time_expires: Date | null
  previous_until: Date | null
  time_changed: Date
}

export interface AppUserTable {
  provider_id: number
  id: GeneratedAlways<number>
  username: string
  name: string
  email: Generated<string>
  phone_number: string | null
  role_id: number
  account_id: number | null
  branch_id: number | null
  limit_user_to_branch: Generated<boolean>
  limit_user_to_account: Generated<boolean>
  shipment_page_mode: string | null
  is_api_user: Generated<boolean>
  two_factor_auth_enabled: Generated<boolean>
  terms_and_conditions_accepted_version: string | null
  vehicle_registration: string | null
  vehicle_type: Generated<string>
  vehicle_max_kg: Generated<number>
  vehicle_max_m3: Generated<number>
  licence_expiry: string | null
  pay_plan: Generated<string>
  on_duty: Generated<boolean>
  disabled_date: Date | null
  deleted_date: Date | null
  version: Generated<number>
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface ApprovalRequestTable {
  provider_id: number
  id: number
  kind: ApprovalKind
  state: Generated<StoredApprovalState>
  endpoint: string
  input: Json<unknown>
  input_hash: string
  description: string
  amount: number | null
  account_id: number | null
  requested_by: string
  requested_by_id: number
  time_requested: Date
  decided_by: Generated<string>
  time_decided: Date | null
  reason: Generated<string>
  problem: Generated<string>
  key_holders: Generated<string[]>
}

export interface AttemptDisputeTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  tracking_event_id: number
  username: string
  day: string
  comment: Generated<string>
  time_created: Date
  decision: DisputeDecision | null
  reason: Generated<string>
  decided_by: string | null
  time_decided: Date | null
}

export interface AuditArchiveTable {
  provider_id: number
  month_end: Date
  part: number
  file: string
  digest: string
  bytes: number
  entries: number
  first_id: number
  last_id: number
  objects: Json<Record<string, [number, number]>>
  time: Date
}

export interface AuditEventTable {
  provider_id: number
  id: GeneratedAlways<number>
  time: Generated<Date>
  object_type: string
  object_id: number
  table_name: string
  row_id: number | null
  action: string
  source: string
  impersonated_by: string | null
  channel: string
  request_id: string
  client_version: string
  change: Json<Record<string, unknown>>
}

export interface AuditSealTable {
  provider_id: number
  block: number
  last_id: number
  entries: number
  seal: string
  time: Date
}

export interface AutoTopUpTable {
  provider_id: number
  account_id: number
  card_id: number | null
  threshold: number
  amount: number
  monthly_limit: number
  is_on: boolean
  consent_text: string
  consent_by: string
  consent_time: Date
  email: string
  failures: Generated<number>
  off_reason: Generated<string>
  last_day: string | null
  time_modified: Date
}

export interface BackupRunTable {
  id: GeneratedAlways<number>
  time_started: Date
  time_ended: Date
  bytes: number
}

export interface BillingPreferenceTable {
  provider_id: number
  account_id: number
  invoice_emails: Generated<string>
  statement_emails: Generated<string>
  attach_csv: Generated<boolean>
  attach_ubl: Generated<boolean>
  send_reminders: Generated<boolean>
}

export interface BillingTransactionTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  transaction_date: Date
  effective_date: Date
  type: TransactionTypeName
  sub_type: Generated<string>
  description: string | null
  internal_note: string | null
  amount: number
  vat: Generated<number>
  vat_percentage: Generated<number>
  zero_rated: Generated<number>
  shipment_id: number | null
  shipment_reference: Generated<string>
  cost_center_id: number | null
  invoiceable: Generated<boolean>
  invoice_id: number | null
  credit_note_id: number | null
  imported_payment_id: number | null
  payment_id: number | null
  payment_number: number | null
  migration_reference: string | null
  has_been_reversed: Generated<boolean>
  reverses_id: number | null
  unallocated: Generated<number>
  source: string
  modified_by: string
  time_created: Date
  time_modified: Date
  credits_id: number | null
}

export interface BlockedEntryTable {
  provider_id: number
  id: GeneratedAlways<number>
  type: BlockedType
  value: string
  reason: string
  until: Date | null
  created_by: string
  time_created: Date
  time_modified: Date
}

export interface BlockedHitTable {
  provider_id: number
  blocked_entry_id: number
  hits: number
  time_last: Date
}

export interface BranchTable {
  provider_id: number
  id: GeneratedAlways<number>
  name: string
  public_name: string
  address_id: number | null
  lat: number | null
  lng: number | null
  contact_name: Generated<string>
  phone: Generated<string>
  email: Generated<string>
  bays: Json<string[]>
  working_hours: Json<WeekHours | null>
  is_active: Generated<boolean>
  deleted_date: Date | null
  version: Generated<number>
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface BulkJobTable {
  provider_id: number
  id: GeneratedAlways<number>
  kind: BulkKind
  name: string
  state: BulkState
  columns: Generated<string[]>
  change: Json<StoredChange | null>
  dangerous_goods_confirmed: Generated<boolean>
  file_name: string | null
  total: number
  stopped_because: Generated<string>
  account_id: number | null
  user_id: number
  is_api_key: boolean
  impersonated_by: string | null
  time_started: Date | null
  time_ended: Date | null
  created_by: string
  time_created: Date
}

export interface BulkRowTable {
  provider_id: number
  job_id: number
  row: number
  state: Generated<RowState>
  cells: Json<Cells>
  problems: Json<CellProblem[]>
  outcome: Generated<string>
  price: number | null
  shipment_id: number | null
  reference: Generated<string>
  effect: Json<RowEffect | null>
}

export interface CashEntryTable {
  provider_id: number
  id: GeneratedAlways<number>
  transaction_id: number
  place: CashPlace
  holder: Generated<string>
  amount: number
}

export interface CashReceiptTable {
  provider_id: number
  number: number
  username: string
  driver_name: string
  shipment_id: number
  account_id: number
  due: number
  amount: number
  method: CollectionMethod
  slip_reference: Generated<string>
  difference_reason: Generated<string>
  refusal: Generated<string>
  fee: number
  collected_at: Date
  time_created: Date
  void_reason: Generated<string>
  voided_by: string | null
  cash_up_id: number | null
  remittance_id: number | null
}

export interface CashReceiptBlockTable {
  provider_id: number
  first_number: number
  last_number: number
  username: string
  time_created: Date
}

export interface CashTransactionTable {
  provider_id: number
  id: GeneratedAlways<number>
  kind: CashKind
  description: Generated<string>
  done_by: string
  time_created: Date
}

export interface CashUpTable {
  provider_id: number
  id: number
  kind: HolderKind
  username: string
  holder_name: string
  till_id: number | null
  state: CashUpState
  expected: number
  counted: number
  denominations: Json<Record<string, number>>
  difference_reason: Generated<string>
  unused_numbers: Generated<string>
  unused_reason: Generated<string>
  counted_by: string
  counted_by_name: string
  confirmed_by: string | null
  confirmed_by_name: string | null
  confirmed_at: Date | null
  rejection_reason: Generated<string>
  time_created: Date
}

export interface ChargeHoldTable {
  provider_id: number
  shipment_id: number
  cause: 'claim' | 'dispute'
  time_created: Date
}

export interface ClaimTable {
  provider_id: number
  id: number
  account_id: number
  shipment_id: number
  state: ClaimState
  kind: ClaimKind
  parcel_ids: number[]
  description: string
  item_value: number
  claimed_amount: number
  approved_amount: number | null
  pay_by: ClaimPayMethod
  bank_details: string
  contact_email: string
  lodge_until: string | null
  is_after_window: boolean
  transaction_id: number | null
  paid_date: Date | null
  created_by: string
  modified_by: string
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface ClaimEventTable {
  provider_id: number
  id: GeneratedAlways<number>
  claim_id: number
  state: ClaimState | null
  message: string
  reason: string
  amount: number | null
  files: Json<NamedUpload[]>
  is_from_claimant: boolean
  source: string
  author: string
  time_created: Date
}

export interface CollectionRequestTable {
  provider_id: number
  id: number
  account_id: number
  status: CollectionRequestStatus
  address_id: number
  address_book_id: number | null
  contact: Json<RequestContact>
  date: string
  after: string
  before: string
  expected_parcels: number | null
  expected_kg: number | null
  vehicle: Vehicle
  packaging: string
  instructions: string
  customer_reference: string
  recurring_id: number | null
  due_day: string | null
  agent_id: string | null
  agent_zone: string | null
  routing_number: string | null
  branch_id: number | null
  collected_parcels: number | null
  collected_date: Date | null
  stickers: Generated<string[]>
  failed_collection_attempts: Generated<number>
  latest_event_time: Date
  created_by: string
  modified_by: string
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface CollectionRequestEventTable {
  provider_id: number
  id: GeneratedAlways<number>
  request_id: number
  date: Date
  status: string
  message: Generated<string>
  lat: number | null
  lng: number | null
  data: Json<RequestEventData | null>
  source: string
  is_public: Generated<boolean>
  time_created: Date
}

export interface CostLineTable {
  provider_id: number
  id: GeneratedAlways<number>
  kind: CostKind
  leg: CostLeg
  key: string
  number: number
  work_day: string
  day: string
  amount: number
  reason: string
  reference: Generated<string>
  username: string | null
  plan_version_id: number | null
  statement_id: number | null
  partner_bill_id: number | null
  created_by: string
  time_created: Date
}

export interface CounterTable {
  provider_id: number
  name: string
  value: Generated<number>
}

export interface CounterActionTable {
  provider_id: number
  id: GeneratedAlways<number>
  action_id: string
  username: string
  point_id: number
  type: CounterActionType
  shipment_id: number | null
  occurred_at: Date
  time_received: Date
  payload: Json<unknown>
  result: string
  answer: Json<CounterResult>
}

export interface CounterClerkTable {
  provider_id: number
  username: string
  point_id: number
}

export interface CounterPaymentTable {
  provider_id: number
  payment_id: number
  due: number
  rounding: number
  tendered: number
  slip_reference: Generated<string>
  last_digits: Generated<string>
  operator: string
  operator_name: string
  day: string
}

export interface CreditNoteTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  credit_note_number: number
  migration_reference: string | null
  credit_note_date: Date
  invoice_id: number | null
  reason: string | null
  total: number
  vat: number
  allocated: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface DeliveryPinTable {
  provider_id: number
  place: string
  contact: string
  lat: number
  lng: number
  shipment_id: number
  time_modified: Date
}

export interface DepotAlertTable {
  provider_id: number
  branch_id: number
  day: string
  row_key: string
  time_sent: Date
}

export interface DocumentDeliveryTable {
  provider_id: number
  id: GeneratedAlways<number>
  kind: DeliveryKind
  document_key: string
  account_id: number
  invoice_id: number | null
  credit_note_id: number | null
  start_date: string | null
  end_date: string | null
  recipient: string
  state: Generated<DocumentDeliveryState>
  attempts: Generated<number>
  send_number: Generated<number>
  message_id: string | null
  error: string | null
  created_by: string
  time_created: Date
  time_sent: Date | null
}

export interface DraftMapTable {
  provider_id: number
  id: GeneratedAlways<number>
  name: string
  status: Generated<DraftStatus>
  publish_at: Date | null
  problem: Generated<string>
  published_by: Generated<string>
  time_published: Date | null
  created_by: string
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface DraftZoneTable {
  provider_id: number
  id: GeneratedAlways<number>
  draft_map_id: number
  kind: ZoneKind
  zone_id: number | null
  action: ZoneChange
  details: Json<unknown>
  base_version: number | null
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface DriverActionTable {
  provider_id: number
  id: GeneratedAlways<number>
  action_id: string
  username: string
  type: ActionType
  shipment_id: number | null
  occurred_at: Date
  time_received: Date
  payload: Json<unknown>
  result: string
  answer: Json<ActionResult>
}

export interface DriverMessageTable {
  provider_id: number
  id: GeneratedAlways<number>
  driver_username: string
  author_username: string
  is_from_driver: boolean
  shipment_id: number | null
  body: string
  time_written: Date
  time_received: Date
  time_read: Date | null
}

export interface DriverPositionTable {
  provider_id: number
  username: string
  phone_time: Date
  at: Date
  lat: number
  lng: number
  accuracy_m: number | null
  battery: number | null
  time_received: Date
}

export interface DriverZoneOverrideTable {
  provider_id: number
  zone_id: number
  day: string
  username: string
  user_id: number
  given_by: string
  time_given: Date
}

export interface ExceptionCareTable {
  provider_id: number
  shipment_id: number
  owner_username: string | null
  time_owned: Date | null
  snoozed_until: Date | null
  snooze_reason: Generated<string>
  time_alerted: Date | null
}

export interface FailedJobDecisionTable {
  provider_id: number
  id: GeneratedAlways<number>
  job_id: number
  listener: string
  decision: JobDecision
  attempts: number
  time_created: Date
}

export interface FloorCountTable {
  provider_id: number
  id: GeneratedAlways<number>
  branch_id: number
  started_by: string
  time_started: Date
  closed_by: string | null
  time_closed: Date | null
  expected: number | null
}

export interface FloorCountDifferenceTable {
  provider_id: number
  id: GeneratedAlways<number>
  floor_count_id: number
  kind: FloorDifferenceKind
  parcel_id: number | null
  reference: string
  bay: Generated<string>
}

export interface FloorCountScanTable {
  provider_id: number
  id: GeneratedAlways<number>
  floor_count_id: number
  scan_id: string
  reference: string
  parcel_id: number | null
  bay: Generated<string>
  result: FloorResult
  is_repeat: boolean
  is_late: boolean
  scanned_by: string
  scanned_at: Date
  time_received: Date
}

export interface GeneratedFileTable {
  provider_id: number
  id: GeneratedAlways<number>
  key: string
  bytes: number
  time_expires: Date
}

export interface HelpArticleTable {
  provider_id: number
  slug: string
  title: string
  summary: string
  category: string
  readers: string[]
  keywords: string
  body: string
  is_shown: boolean
  version: Generated<number>
  time_modified: Date
}

export interface HelpVoteTable {
  provider_id: number
  slug: string
  voter: string
  is_helpful: boolean
  time_modified: Date
}

export interface HiddenHelpArticleTable {
  provider_id: number
  slug: string
}

export interface HolidayTable {
  provider_id: number
  id: GeneratedAlways<number>
  date: string
  description: Generated<string>
  is_working: Generated<boolean>
}

export interface HubScanTable {
  provider_id: number
  id: GeneratedAlways<number>
  scan_id: string
  branch_id: number
  mode: ScanMode
  code: string
  parcel_id: number | null
  shipment_id: number | null
  verdict: string
  verdict_code: string
  answer: Json<ScanAnswer>
  effect: Json<unknown>
  scanned_at: Date
  time_received: Date
  scanned_by: string
}

export interface HubScanUndoTable {
  provider_id: number
  hub_scan_id: number
  undone_at: Date
  time_received: Date
  undone_by: string
  answer: Json<UndoAnswer>
}

export interface IdempotencyKeyTable {
  provider_id: number
  scope: string
  key: string
  body_digest: string
  status: number | null
  answer: string | null
  time_created: Generated<Date>
}

export interface ImpersonationTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number
  by_user_id: number
  by_username: string
  session_id: number
  time_started: Date
}

export interface ImportedPaymentTable {
  provider_id: number
  id: GeneratedAlways<number>
  bank_account: Generated<string>
  bank_date: string
  description: string
  reference: string
  amount: number
  balance: number | null
  payer: string
  state: Generated<ImportedState>
  suggested_account_id: number | null
  confidence: Confidence | null
  suggested_reason: Generated<string>
  remark: Generated<string>
  file_name: string
  imported_by: string
  version: Generated<number>
  time_created: Date
  time_modified: Date
  bank_id: Generated<string>
  possible_duplicate_of: number | null
}

export interface InboundMessageTable {
  provider_id: number
  id: GeneratedAlways<number>
  channel: PhoneChannel
  gateway_id: string
  sender: string
  body: string
  keyword: ReplyKeyword
  shipment_id: number | null
  point: Generated<string>
  result: Generated<string>
  time_received: Date
}

export interface InboxMarkTable {
  provider_id: number
  message_id: number
  user_id: number
  is_read: boolean
  time_modified: Date
}

export interface InboxMessageTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number | null
  account_id: number | null
  branch_id: number | null
  needs: Generated<string>
  kind: InboxKind
  subject: string
  body: string
  link: Generated<string>
  time_created: Date
}

export interface InstallationTable {
  is_it: Generated<boolean>
  digest_key_sealed: string
  has_demo: Generated<boolean>
  time_created: Generated<Date>
}

export interface IntegrationTable {
  provider_id: number
  id: GeneratedAlways<number>
  provider: IntegrationProvider
  name: string
  environment: string
  credentials_sealed: string
  status_map: Json<MappedCode[]>
  inbound_token_sealed: string | null
  inbound_digest: string | null
  is_active: Generated<boolean>
  created_by: string
  modified_by: string
  deleted_date: Date | null
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface IntegrationHealthTable {
  provider_id: number
  target: string
  target_id: number
  consecutive_failures: Generated<number>
  failing_since: Date | null
  paused_until: Date | null
  last_time: Date | null
  last_status_code: number | null
}

export interface IntegrationRequestTable {
  provider_id: number
  id: GeneratedAlways<number>
  type: IntegrationRequestType
  integration_id: number | null
  subscription_id: number | null
  task_id: number | null
  rule_id: number | null
  action: Generated<string>
  shipment_id: number | null
  method: string
  url: string
  request_body: string
  response_body: string
  status_code: number | null
  error: Generated<string>
  duration_ms: number
  attempt: Generated<number>
  inbound_digest: string | null
  time_created: Date
}

export interface IntegrationRuleTable {
  provider_id: number
  id: GeneratedAlways<number>
  integration_id: number
  position: number
  rule_type: RuleType
  trigger: Trigger
  filters: Json<IntegrationRule['filters']>
  action: IntegrationAction
  scan_branch_ids: Generated<number[]>
  is_active: Generated<boolean>
  modified_by: string
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface IntegrationShipmentTable {
  provider_id: number
  integration_id: number
  shipment_id: number
  reference: string
  remote_id: Generated<string>
  label_url: Generated<string>
  seen_events: Generated<string[]>
  is_ended: Generated<boolean>
  polled_at: Date | null
  time_created: Date
  time_modified: Date
}

export interface IntegrationTaskTable {
  provider_id: number
  id: GeneratedAlways<number>
  target: string
  target_id: number
  topic: string
  rule_id: number | null
  action: Generated<string>
  message_id: string
  object_key: string
  shipment_id: number | null
  about: Json<unknown>
  parts: Generated<string[]>
  merge_key: string | null
  body: string | null
  is_test: Generated<boolean>
  status: Generated<DeliveryState>
  attempts: Generated<number>
  status_code: number | null
  answer: Generated<string>
  duration_ms: number | null
  run_after: Date
  leased_until: Date | null
  lease_token: string | null
  time_ended: Date | null
  time_created: Date
}

export interface IntegrationUnmappedCodeTable {
  provider_id: number
  integration_id: number
  code: string
  count: Generated<number>
  last_time: Date
}

export interface InterhubTransferTable {
  provider_id: number
  id: GeneratedAlways<number>
  number: number
  status: ManifestStatus
  from_branch_id: number
  to_branch_id: number
  via_branch_ids: Generated<number[]>
  carrier: Generated<string>
  service_level: Generated<string>
  driver: Generated<string>
  driver_name: Generated<string>
  vehicle_registration: Generated<string>
  trailer: Generated<string>
  seal_number: Generated<string>
  waybill_reference: Generated<string>
  notes: Generated<string>
  scan_status: LoadStatus
  planned_departure: Date | null
  planned_close: Date | null
  departed_at: Date | null
  planned_arrival: Date | null
  arrived_at: Date | null
  received_at: Date | null
  time_closed: Date | null
  cost: number | null
  daily_key: string | null
  shorts_told_at: Date | null
  created_by: string
  deleted_date: Date | null
  version: Generated<number>
  time_created: Date
  time_modified: Date
  received_by: string | null
  received_from_branch_id: number | null
  not_closed_reason: string | null
}

export interface InterhubTransferParcelTable {
  provider_id: number
  id: GeneratedAlways<number>
  interhub_transfer_id: number
  parcel_id: number
  shipment_id: number
  is_waiting: boolean
  is_extra: Generated<boolean>
  added_at: Date
  added_by: string
  removed_at: Date | null
  removed_by: string | null
  received_at: Date | null
  received_by: string | null
  condition: string | null
  condition_note: Generated<string>
  charged_weight_kg: number | null
  cost: number | null
}

export interface InvariantResultTable {
  provider_id: number
  number: number
  rows_broken: number
  sample: Json<unknown>
  time_run: Date
  took_ms: number
}

export interface InvoiceTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  invoice_number: number
  migration_reference: string | null
  invoice_date: Date
  due_date: Date
  from_date: Date | null
  to_date: Date | null
  total: number
  vat: number
  zero_rated: Generated<number>
  amount_paid: Generated<number>
  credit_note_total: Generated<number>
  recipient: Json<Recipient>
  time_created: Date
  time_modified: Date
}

export interface KnownDeviceTable {
  provider_id: number
  user_id: number
  token_digest: string
  time_last_used: Date
}

export interface LedgerEntryTable {
  provider_id: number
  id: GeneratedAlways<number>
  transaction_id: number
  ledger_account: string
  account_id: number | null
  amount: number
  time_created: Date
}

export interface LiveTicketTable {
  provider_id: number
  digest: string
  session_id: number
  time_expires: Date
}

export interface LockerEventTable {
  provider_id: number
  network: NetworkName
  event_id: string
  reservation_id: number | null
  kind: ReportKind
  occurred_at: Date
  outcome: Generated<string>
  time_received: Generated<Date>
  network_reference: Generated<string>
  party: Generated<ReportParty>
  door: Generated<string>
  time_alerted: Date | null
}

export interface LockerReservationTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  leg: Leg
  point_id: number
  network: PickupPointProvider
  door_id: number | null
  size: Generated<string>
  state: ReservationState
  network_reference: Generated<string>
  courier_code_sealed: string | null
  status_before: Generated<string>
  attempts: Generated<number>
  first_attempt: Date | null
  next_attempt: Date | null
  last_error: Generated<string>
  deadline: Date | null
  extensions: Generated<number>
  reminders: Generated<number>
  time_deposited: Date | null
  version: Generated<number>
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface MadeFileTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number
  resource: string
  asked: Json<unknown>
  digest: string
  title: string
  format: string
  emails: string[]
  saved_report_id: number | null
  due: Date | null
  status: Generated<string>
  rows: number | null
  url: Generated<string>
  problem: Generated<string>
  time_finished: Date | null
  time_created: Date
}

export interface MaintenanceTable {
  is_on: boolean
  text: string
  since: Generated<Date>
}

export interface MaskedCallTable {
  provider_id: number
  id: GeneratedAlways<number>
  driver_username: string
  shipment_id: number | null
  collection_request_id: number | null
  state: MaskedCallState
  reason: Generated<string>
  time_created: Date
}

export interface MessageTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number | null
  account_id: number | null
  channel: Generated<string>
  event: string
  recipient: string
  subject: Generated<string>
  body: string
  once_key: string
  status: string
  reason: string | null
  gateway_message_id: string | null
  time_sent: Date | null
  time_created: Date
  tracking_event_id: number | null
}

export interface MessageOptOutTable {
  provider_id: number
  number: string
  time_created: Date
}

export interface MonthEndRunTable {
  provider_id: number
  id: GeneratedAlways<number>
  action: MonthEndAction
  period_end: string
  state: Generated<MonthEndState>
  last_id: Generated<number>
  total: number
  done: Generated<number>
  made: Generated<number>
  amount: Generated<number>
  failures: Json<{ account_id: number; account_name: string; message: string }[]>
  started_by: string
  time_started: Date
  time_finished: Date | null
}

export interface MoveInBatchTable {
  provider_id: number
  id: GeneratedAlways<number>
  kind: MoveInKind
  name: string
  created: number
  changed: number
  unchanged: number
  created_by: string
  time_created: Date
  undone_by: string | null
  time_undone: Date | null
  lines: Generated<number>
  lines_loaded: Generated<number>
  time_undo_started: Date | null
}

export interface MoveInRowTable {
  provider_id: number
  id: GeneratedAlways<number>
  batch_id: number
  kind: MoveInKind
  line: number
  old_key: string
  record_table: string
  record_id: number
  content: Json<Content>
  content_key: string
  content_before: Json<Content | null>
  restores: Json<object | null>
}

export interface NightlyAssignmentTable {
  provider_id: number
  day: string
  time_done: Date
}

export interface OpeningTable {
  provider_id: number
  total_owed: number | null
  started_by: string | null
  time_started: Date | null
}

export interface OpeningBalanceTable {
  provider_id: number
  account_id: number
  owed: number
}

export interface OutboxTable {
  provider_id: number
  id: GeneratedAlways<number>
  event: string
  listener: string
  object_key: Generated<string>
  payload: Json<unknown>
  request_id: string
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  leased_until: Date | null
  lease_token: string | null
  dead_at: Date | null
  last_error: string | null
  time_created: Generated<Date>
}

export interface ParcelTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  number: number
  status: ShipmentStatus
  tracking_reference: string
  alternative_tracking_reference: string | null
  parcel_description: Generated<string>
  packaging: Generated<string>
  item_count: number | null
  submitted_length_cm: number
  submitted_width_cm: number
  submitted_height_cm: number
  submitted_weight_kg: number
  actual_length_cm: number | null
  actual_width_cm: number | null
  actual_height_cm: number | null
  actual_weight_kg: number | null
  current_branch_id: number | null
  bay: string | null
  time_last_scanned: Date | null
  time_created: Date
  time_modified: Date
  rated_measures: Json<ParcelMeasures | null>
}

export interface ParcelDamageTable {
  provider_id: number
  id: GeneratedAlways<number>
  report_id: string
  parcel_id: number
  shipment_id: number
  branch_id: number | null
  interhub_transfer_id: number | null
  note: string
  photos: Generated<string[]>
  found_by: string
  time_found: Date
  time_received: Date
  state: Generated<DamageState>
  resolved_by: Generated<string>
  time_resolved: Date | null
  resolution: Generated<string>
}

export interface ParcelSubscriberTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  channel: SubscriberChannel
  address: string
  reference: string
  times_asked: Generated<number>
  time_created: Date
  time_asked: Date
  time_confirmed: Date | null
}

export interface PartnerBillTable {
  provider_id: number
  id: GeneratedAlways<number>
  partner: string
  bill_number: string
  bill_date: string
  total: number
  created_by: string
  time_created: Date
}

export interface PasskeyTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number
  name: string
  rp_id: string
  is_synced: boolean
  time_created: Date
}

export interface PasskeyChallengeTable {
  provider_id: number
  challenge: string
  purpose: string
  user_id: number | null
  time_expires: Date
}

export interface PasskeyCredentialTable {
  provider_id: number
  credential_id: string
  passkey_id: number
  public_key: string
  counter: number
  transports: string[]
  time_last_used: Date | null
}

export interface PayPlanTable {
  provider_id: number
  id: GeneratedAlways<number>
  name: string
  created_by: string
  time_created: Date
}

export interface PayPlanDriverTable {
  provider_id: number
  username: string
  valid_from: string
  plan_id: number | null
}

export interface PayPlanVersionTable {
  provider_id: number
  id: GeneratedAlways<number>
  plan_id: number
  valid_from: string
  rules: Json<PayRules>
  created_by: string
  time_created: Date
}

export interface PayStatementTable {
  provider_id: number
  id: number
  username: string
  state: StatementState
  from_day: string
  to_day: string
  total: number
  prepared_by: string
  approved_by: string | null
  approved_at: Date | null
  paid_by: string | null
  paid_at: Date | null
  payment_reference: Generated<string>
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface PaymentTable {
  provider_id: number
  id: GeneratedAlways<number>
  number: number
  gateway: string
  source: string
  method: string
  purpose: PaymentPurpose
  account_id: number
  shipment_id: number | null
  amount: number
  status: PaymentStatus
  custom_id: string | null
  gateway_reference: string | null
  again_of: number | null
  received: number | null
  fee: Generated<number>
  remark: Generated<string>
  email: Generated<string>
  sets_default_card: Generated<boolean>
  times_asked: Generated<number>
  ask_at: Date | null
  created_by: string
  time_created: Date
  time_modified: Date
  held_reason: Generated<StoredHeldReason>
  is_automatic: Generated<boolean>
  place_change_id: number | null
}

export interface PaymentAllocationTable {
  provider_id: number
  id: GeneratedAlways<number>
  transaction_id: number
  invoice_id: number
  amount: number
  created_by: string
  time_created: Date
}

export interface PaymentNoticeTable {
  provider_id: number
  id: GeneratedAlways<number>
  gateway: GatewayName
  digest: string
  body: string
  headers: Json<Record<string, string>>
  address: string
  result: Generated<string>
  payment_id: number | null
  time_created: Date
}

export interface PaymentPromiseTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  amount: number
  promised_date: string
  promised_by: string
  note: Generated<string>
  created_by: string
  time_created: Date
  time_withdrawn: Date | null
}

export interface PaymentRefundTable {
  provider_id: number
  id: GeneratedAlways<number>
  payment_id: number
  sequence: number
  amount: number
  state: RefundState
  reason: string
  refund_reference: Generated<string>
  transaction_id: number
  remark: Generated<string>
  times_asked: Generated<number>
  ask_at: Date | null
  created_by: string
  time_created: Date
  time_modified: Date
}

export interface PaymentReminderTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  invoice_id: number
  step: number
  reminder_date: string
  time_created: Date
}

export interface PickupDoorTable {
  provider_id: number
  id: GeneratedAlways<number>
  point_id: number
  name: string
  size: string
  length: number
  width: number
  height: number
  weight: number
  is_out_of_order: Generated<boolean>
  held_by: number | null
}

export interface PickupPointTable {
  provider_id: number
  id: GeneratedAlways<number>
  pickup_point_id: string
  pickup_point_provider: PickupPointProvider
  type: PickupPointType
  name: string
  description: Generated<string>
  address_id: number
  lat: number
  lng: number
  trading_hours: Generated<string>
  status: Generated<PickupPointStatus>
  is_hidden: Generated<boolean>
  phone: string | null
  compartments: Json<Compartment[]>
  holiday_hours: Generated<string>
  capacity: number | null
  out_of_order_reason: Generated<string>
  photos: Generated<string[]>
  closed_date: Date | null
  parcels_held: Generated<number>
  time_synced: Date | null
  version: Generated<number>
  modified_by: Generated<string>
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface PlaceChangeTable {
  provider_id: number
  id: GeneratedAlways<number>
  reference: string
  shipment_id: number
  place: Json<NewPlace>
  words: string
  difference: number
  state: Generated<PlaceChangeState>
  reason: Generated<string>
  time_created: Date
  expires: Date
  time_modified: Date
}

export interface ProviderTable {
  id: Generated<number>
  provider_id: number | null
  name: string
  status: Generated<ProviderStatus>
  overdue_invoices: Generated<string[]>
  origins: Generated<string[]>
  is_default: Generated<boolean>
  is_pickup_locker_provider: Generated<boolean>
  enabled_features: Generated<string[]>
  allow_idm: Generated<boolean>
  allow_whatsapp: Generated<boolean>
  version: Generated<number>
  time_created: Generated<Date>
}

export interface ProviderSettingTable {
  provider_id: number
  id: GeneratedAlways<number>
  key: string
  value: string
  time_modified: Generated<Date>
}

export interface PushKeyTable {
  provider_id: number
  public_key: string
  private_key_sealed: string
  time_created: Date
}

export interface PushSubscriptionTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number
  session_id: number
  endpoint: string
  p256dh: string
  auth_sealed: string
  time_created: Date
  topics: Generated<string[]>
}

export interface PushToldTable {
  provider_id: number
  user_id: number
  day: string
  stops: Json<unknown>
}

export interface RateBookTable {
  provider_id: number
  rate_revision_id: number
  book: Json<BookContent>
}

export interface RateChangeTable {
  provider_id: number
  id: GeneratedAlways<number>
  rate_revision_id: number
  unit: string
  subject: string
  place: Json<BookPlace>
  value_before: Json<unknown>
  value_after: Json<unknown>
  username: string
  version: number
  time_created: Date
}

export interface RateRevisionTable {
  provider_id: number
  id: GeneratedAlways<number>
  name: string
  status: string
  valid_from: Date | null
  published_by: string | null
  based_on_id: number | null
  created_by: Generated<string>
  modified_by: Generated<string>
  deleted_date: Date | null
  version: Generated<number>
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface ReceiverLinkTable {
  provider_id: number
  digest: string
  shipment_id: number
  expires: Date
  time_used: Date
}

export interface RecoveryCodeTable {
  provider_id: number
  user_id: number
  digest: string
  time_used: Date | null
}

export interface RecurringCollectionTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  frequency: Frequency
  weekdays: number[]
  from_day: string
  until_day: string | null
  address_id: number
  address_book_id: number | null
  contact: Json<RequestContact>
  after: string
  before: string
  expected_parcels: number | null
  expected_kg: number | null
  vehicle: Vehicle
  packaging: string
  instructions: string
  customer_reference: string
  made_until: string | null
  created_by: string
  modified_by: string
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface RegistrationTable {
  provider_id: number
  id: GeneratedAlways<number>
  email: string
  is_email_proved: Generated<boolean>
  token_digest: string
  details_sealed: string
  code_digest: string | null
  code_tries: Generated<number>
  time_code_expires: Date | null
  time_code_sent: Date | null
  time_created: Date
}

export interface ReleaseNoteTable {
  provider_id: number
  id: GeneratedAlways<number>
  title: string
  body: string
  audience: string[]
  created_by: string
  version: string
  time_created: Date
}

export interface RemittanceTable {
  provider_id: number
  id: number
  account_id: number
  collected: number
  fee: number
  receipts: number
  bank_reference: string
  paid_by: string
  time_created: Date
}

export interface RoleTable {
  provider_id: number
  id: number
  name: string
  label: string
  permissions: Generated<string[]>
  permissions_ui: Generated<string[]>
  require_2fa: Generated<boolean>
  deleted_date: Date | null
  version: Generated<number>
  time_modified: Generated<Date>
}

export interface RouteReleaseTable {
  provider_id: number
  user_id: number
  day: string
  branch_id: number
  released_by: string
  time_released: Date
  blockers: string[]
  reason: string
}

export interface SavedCardTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  token_sealed: string
  token_digest: string
  last_digits: string
  association: string
  expiry: string
  is_default: boolean
  time_created: Date
  gateway: GatewayName
}

export interface SavedReportTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number
  name: string
  question: Json<Question>
  schedule: Json<Schedule | null>
  next_run: Date | null
  last_run: Date | null
  problem: Generated<string>
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface ScheduleLeaseTable {
  name: string
  leased_until: Generated<Date>
  lease_token: string | null
  last_due: Generated<Date>
}

export interface SchemaMigrationTable {
  name: string
  checksum: string
  applied_at: Generated<Date>
  compatible_from: string | null
}

export interface SecretTable {
  provider_id: number
  name: string
  value: string
}

export interface SessionTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number
  token_digest: string
  kind: Generated<SessionKind>
  device: Generated<string>
  time_last_used: Generated<Date>
  time_expires: Date
  time_revoked: Date | null
  address: Generated<string>
  idle_seconds: number | null
  time_confirmed: Date | null
  time_created: Generated<Date>
}

export interface SettlementLineTable {
  provider_id: number
  id: GeneratedAlways<number>
  gateway: GatewayName
  kind: SettlementKind
  day: string | null
  gateway_reference: string
  custom_id: string
  gross: number
  fee: number
  net: number
  currency: string
  fingerprint: string
  payment_id: number | null
  difference: SettlementDifference
  is_fee_posted: Generated<boolean>
  file_name: string
  imported_by: string
  time_created: Date
}

export interface ShadowMonthTable {
  provider_id: number
  id: GeneratedAlways<number>
  name: string
  rate_revision_id: number
  revision_name: string
  total: number
  priced: number
  old_price: number
  new_price: number
  created_by: string
  time_created: Date
}

export interface ShadowMonthRowTable {
  provider_id: number
  month_id: number
  line: number
  waybill: string
  account_code: string
  lane: string
  service_level_code: string
  old_price: number
  new_price: number | null
  reasons: string[]
}

export interface ShipmentTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  account_branch_id: number | null
  status: ShipmentStatus
  status_before_hold: ShipmentStatus | null
  short_tracking_reference: string
  custom_tracking_reference: string | null
  customer_reference: string | null
  customer_reference_key: string | null
  customer_reference_name: string | null
  source: Generated<string>
  rating_reference: Generated<string>
  has_rating: Generated<boolean>
  payment_reference: Generated<string>
  reschedule_reference: Generated<string>
  is_return: Generated<boolean>
  return_of_shipment_id: number | null
  mute_notifications: Generated<boolean>
  disable_new_charges: Generated<boolean>
  payment_intervention_status: Generated<string>
  collection_cutoff_override: Generated<boolean>
  priority_level: Generated<number>
  tags: Generated<string[]>
  has_been_invoiced: Generated<boolean>
  has_pod_files: Generated<boolean>
  all_pods_are_verified: boolean | null
  service_level_id: number
  service_level_code: string
  service_level_name: string
  service_level_cut_off_time: Date | null
  original_service_level_code: string
  original_service_level_name: string
  rate_revision_id: number
  rate: number
  original_rate: number
  previous_rate: Generated<number>
  charged_weight: Generated<number>
  actual_weight: Generated<number>
  volumetric_weight: Generated<number>
  declared_value: Generated<number>
  opt_in_rates: Generated<number[]>
  opt_in_time_based_rates: Generated<number[]>
  cost_center: string | null
  cost_center_id: number | null
  parcel_count: number
  collection_min_date: string
  collection_after: string
  collection_before: string
  delivery_min_date: string
  delivery_after: string
  delivery_before: string
  collection_rescheduled: Generated<boolean>
  collection_rescheduled_reason: string | null
  delivery_rescheduled: Generated<boolean>
  delivery_rescheduled_reason: string | null
  delivery_reschedules: Generated<number>
  due_date: string | null
  estimated_collection: Date | null
  original_estimated_collection: Date | null
  estimated_delivery_from: Date | null
  estimated_delivery_to: Date | null
  original_estimated_delivery_from: Date | null
  original_estimated_delivery_to: Date | null
  earliest_collection_capacity_date: Date | null
  submitted_date: Date | null
  collected_date: Date | null
  original_collected_date: Date | null
  delivered_date: Date | null
  returned_to_hub_date: Date | null
  latest_tracking_event_time: Date | null
  failed_collection_attempts: Generated<number>
  failed_delivery_attempts: Generated<number>
  last_failed_collection_attempt_time: Date | null
  last_failed_delivery_attempt_time: Date | null
  tracking_message: Generated<string>
  tracking_internal_message: Generated<string>
  special_instructions_collection: Generated<string>
  special_instructions_delivery: Generated<string>
  collection_address_id: number
  collection_address_book_id: number | null
  collection_contact: Json<StoredContact>
  collection_pickup_point_id: string | null
  collection_pickup_point_provider: string | null
  delivery_address_id: number
  delivery_address_book_id: number | null
  delivery_contact: Json<StoredContact>
  delivery_pickup_point_id: string | null
  delivery_pickup_point_provider: string | null
  billing_contact: Json<StoredContact | null>
  responsible_contact: Json<StoredContact | null>
  collection_agent_id: string | null
  delivery_agent_id: string | null
  original_collection_agent_id: string | null
  original_delivery_agent_id: string | null
  collection_agent_zone: string | null
  delivery_agent_zone: string | null
  collection_agent_routing_number: string | null
  delivery_agent_routing_number: string | null
  collection_read_by_driver_time: Date | null
  delivery_read_by_driver_time: Date | null
  collection_branch_id: number | null
  collection_request_id: number | null
  delivery_branch_id: number | null
  current_branch_id: number | null
  transient_branch_ids: number[] | null
  outsourced_to: string | null
  third_party_reference: string | null
  third_party_cost: number | null
  pod_method: Generated<PodMethod>
  proof_of_delivery_pin_hashed: string | null
  proof_of_delivery_pin_sealed: string | null
  invoice_trigger_shipment_status: string | null
  pickup_deadline: Date | null
  pod_pin_failures: Generated<number>
  pod_pin_locked_until: Date | null
  created_by: string
  modified_by: string
  version: Generated<number>
  time_created: Date
  time_modified: Date
  taken_out_by_driver: Generated<boolean>
  label_outdated: Generated<boolean>
  cod_amount: Generated<number>
  authorised_person: Json<AuthorisedPerson | null>
  collection_given_time: Date | null
  delivery_given_time: Date | null
}

export interface ShipmentChargeTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  rate_revision_id: number
  billing_transaction_id: number | null
  name: Generated<string>
  type: ChargeRowType
  type_id: Generated<number>
  value: number
  vat: number
  vat_percentage: number | null
  vat_type: VatType
  explanation: Generated<string>
  is_opt_in: Generated<boolean>
  is_custom_charge: Generated<boolean>
  is_quantity_based_charge: Generated<boolean>
  quantity: Generated<number>
  metadata: Json<ChargeInputs | null>
  valid_from: Date
  valid_until: Date | null
}

export interface ShipmentCostTable {
  provider_id: number
  cost_line_id: number
  shipment_id: number
  amount: number
}

export interface ShipmentFileTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  file_name: string
  display_name: string
  kind: ShipmentFileKind
  visibility: FileVisibility
  created_by: string
  time_created: Date
  removed_by: Generated<string>
  time_removed: Date | null
}

export interface ShipmentNoteTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  message: string
  type: NoteType
  note_type: Generated<string>
  attachments: Json<{ uploads: NamedUpload[] }>
  requires_action: Generated<boolean>
  created_by: string
  time_created: Date
  time_modified: Date
  due_day: string | null
  assignee: string | null
  time_reminded: Date | null
  time_done: Date | null
  done_by: string | null
}

export interface ShipmentRatingTable {
  provider_id: number
  shipment_id: number
  stars: number
  comment: Generated<string>
  time_created: Date
}

export interface ShipmentSearchTable {
  provider_id: number
  shipment_id: number
  haystack: string
}

export interface ShortUrlTable {
  provider_id: number
  id: GeneratedAlways<number>
  code: string
  target: string
  clicks: Generated<number>
  time_expires: Date
  time_last_clicked: Date | null
  created_by: string
  time_created: Date
}

export interface SignInGuardTable {
  provider_id: number
  key: string
  tries: Generated<number>
  retry_after: Date | null
  window_from: Date
  window_tries: Generated<number>
  time_last: Date
}

export interface StepUpTable {
  provider_id: number
  id: GeneratedAlways<number>
  user_id: number
  session_id: number
  method: string
  time_confirmed: Date
}

export interface StoredFileTable {
  provider_id: number
  id: GeneratedAlways<number>
  folder: string
  name: string
  display_name: string
  content_type: string
  size: number
  width: number | null
  height: number | null
  state: Generated<string>
  refusal: Generated<string>
  digest: string
  shipment_id: number | null
  tracking_event_id: number | null
  note_id: number | null
  is_internal: Generated<boolean>
  created_by: string
  time_created: Date
  received_digest: Generated<string>
}

export interface TagTable {
  provider_id: number
  id: GeneratedAlways<number>
  type: TagType
  name: string
  colour: Generated<string>
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface TenantTableDecisionTable {
  table_name: string
  audit_type: string | null
  audit_object_column: string | null
  no_audit_reason: string | null
}

export interface ThirdPartyIdentityTable {
  provider_id: number
  issuer: string
  subject: string
  user_id: number
  email: string
  time_created: Date
}

export interface TillTable {
  provider_id: number
  id: number
  username: string
  operator_name: string
  opened_at: Date
  closed_at: Date | null
}

export interface TrackingEventTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  parcel_id: number | null
  date: Date
  time_received: Date
  status: string
  message: Generated<string>
  internal_message: Generated<string>
  location: string | null
  lat: number | null
  lng: number | null
  bay: string | null
  data: Json<Record<string, unknown> | null>
  source: string
  is_public: Generated<boolean>
}

export interface TrackingStickerTable {
  provider_id: number
  reference: string
  range_id: number
  account_id: number
  time_used: Date | null
}

export interface TrackingStickerRangeTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number
  prefix: string
  first_number: number
  last_number: number
  digits: number
  remark: string
  handed_back: Generated<number>
  created_by: string
  time_created: Date
  time_modified: Date
}

export interface TrackingSubscriberTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  email: string
  reference: string
  time_created: Date
  time_asked: Date
  time_confirmed: Date | null
}

export interface TripPlanTable {
  provider_id: number
  username: string
  day: string
  user_id: number
  version: Generated<number>
  source: PlanSource
  locked_by: string | null
  time_locked: Date | null
  modified_by: string
  time_modified: Date
}

export interface TripPlanChangeTable {
  provider_id: number
  id: GeneratedAlways<number>
  day: string
  drivers: string[]
  changes: Json<PlanChange[]>
  before: Json<unknown>
  made_by: string
  time_created: Date
  undone_by: string | null
  time_undone: Date | null
}

export interface TripPlanTripsTable {
  provider_id: number
  username: string
  day: string
  times_from: TravelSource
  times_note: string
  order_note: string
  trips: Json<[string, number, number][]>
}

export interface TripPlanVisitTable {
  provider_id: number
  username: string
  day: string
  place: number
  leg: Leg
  shipment_id: number | null
  collection_request_id: number | null
  is_locked: Generated<boolean>
  eta: Date | null
  km: number | null
  minutes: number | null
}

export interface UnidentifiedParcelTable {
  provider_id: number
  id: GeneratedAlways<number>
  number: number
  capture_id: string
  branch_id: number
  bay: Generated<string>
  photos: string[]
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_kg: number | null
  barcode_text: Generated<string>
  description: Generated<string>
  found_by: string
  time_found: Date
  state: Generated<UnidentifiedState>
  parcel_id: number | null
  shipment_id: number | null
  matched_by: Generated<string>
  time_matched: Date | null
  match_scan_id: string | null
  disposed_by: Generated<string>
  time_disposed: Date | null
  disposal: Generated<'' | 'destroyed' | 'auctioned' | 'donated' | 'handed-over'>
  disposal_reason: Generated<string>
}

export interface UserSecretTable {
  provider_id: number
  user_id: number
  password_hash: string | null
  failed_count: Generated<number>
  retry_after: Date | null
  invite_digest: string | null
  invite_expires: Date | null
  totp_sealed: string | null
  totp_last_step: Generated<number>
  totp_pending_sealed: string | null
  totp_pending_until: Date | null
  challenge_until: Date | null
  challenge_tries: Generated<number>
  reset_digest: string | null
  reset_expires: Date | null
}

export interface UserSettingTable {
  provider_id: number
  user_id: number
  key: string
  value: Json<unknown>
}

export interface WebhookSubscriptionTable {
  provider_id: number
  id: GeneratedAlways<number>
  account_id: number | null
  topic: WebhookTopic
  delivery_url: string
  auth_key_sealed: string | null
  notify_when: Generated<string[]>
  meta: Generated<string>
  headers: Json<Record<string, string>>
  signing_secret_sealed: string
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
  is_active: Generated<boolean>
  disabled_reason: string | null
  owner_email: string
  created_by: string
  modified_by: string
  deleted_date: Date | null
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface WeightDiscrepancyTable {
  provider_id: number
  id: GeneratedAlways<number>
  shipment_id: number
  account_id: number
  state: DiscrepancyState
  submitted_rate: number
  measured_rate: number
  parcels: Json<ComparedParcel[]>
  photos: Json<StoredAttachment[]>
  measured_by: string
  measured_at: Date
  notified_at: Date | null
  dispute_until: string | null
  dispute_reason: Generated<string>
  dispute_files: Json<StoredAttachment[]>
  disputed_by: Generated<string>
  disputed_at: Date | null
  outcome: DiscrepancyOutcome | null
  decided_rate: number | null
  decision_message: Generated<string>
  decided_by: Generated<string>
  decided_at: Date | null
  modified_by: string
  version: Generated<number>
  time_created: Date
  time_modified: Date
}

export interface ZoneTable {
  provider_id: number
  id: GeneratedAlways<number>
  kind: ZoneKind
  name: string
  geometry: Json<ZoneGeometry>
  priority: Generated<number>
  colour: Generated<string>
  tags: Generated<string[]>
  branch_id: number | null
  routing_number: string | null
  legs: Generated<ZoneLegs>
  drivers: Generated<string[]>
  days: Json<LegDays | null>
  is_default: Generated<boolean>
  is_active: Generated<boolean>
  weekdays: Generated<number[]>
  window_from: string | null
  window_to: string | null
  service_level_ids: number[] | null
  message: Generated<string>
  valid_from: Date | null
  valid_until: Date | null
  version: Generated<number>
  time_created: Generated<Date>
  time_modified: Generated<Date>
}

export interface Tables {
  account: AccountTable
  account_balance: AccountBalanceTable
  account_note: AccountNoteTable
  account_setting: AccountSettingTable
  account_shipment_count: AccountShipmentCountTable
  accounting_account: AccountingAccountTable
  accounting_connection: AccountingConnectionTable
  accounting_export: AccountingExportTable
  accounting_export_document: AccountingExportDocumentTable
  action_evidence: ActionEvidenceTable
  address: AddressTable
  address_book_entry: AddressBookEntryTable
  api_key: ApiKeyTable
  api_key_change: ApiKeyChangeTable
  app_user: AppUserTable
  approval_request: ApprovalRequestTable
  attempt_dispute: AttemptDisputeTable
  audit_archive: AuditArchiveTable
  audit_event: AuditEventTable
  audit_seal: AuditSealTable
  auto_top_up: AutoTopUpTable
  backup_run: BackupRunTable
  billing_preference: BillingPreferenceTable
  billing_transaction: BillingTransactionTable
  blocked_entry: BlockedEntryTable
  blocked_hit: BlockedHitTable
  branch: BranchTable
  bulk_job: BulkJobTable
  bulk_row: BulkRowTable
  cash_entry: CashEntryTable
  cash_receipt: CashReceiptTable
  cash_receipt_block: CashReceiptBlockTable
  cash_transaction: CashTransactionTable
  cash_up: CashUpTable
  charge_hold: ChargeHoldTable
  claim: ClaimTable
  claim_event: ClaimEventTable
  collection_request: CollectionRequestTable
  collection_request_event: CollectionRequestEventTable
  cost_line: CostLineTable
  counter: CounterTable
  counter_action: CounterActionTable
  counter_clerk: CounterClerkTable
  counter_payment: CounterPaymentTable
  credit_note: CreditNoteTable
  delivery_pin: DeliveryPinTable
  depot_alert: DepotAlertTable
  document_delivery: DocumentDeliveryTable
  draft_map: DraftMapTable
  draft_zone: DraftZoneTable
  driver_action: DriverActionTable
  driver_message: DriverMessageTable
  driver_position: DriverPositionTable
  driver_zone_override: DriverZoneOverrideTable
  exception_care: ExceptionCareTable
  failed_job_decision: FailedJobDecisionTable
  floor_count: FloorCountTable
  floor_count_difference: FloorCountDifferenceTable
  floor_count_scan: FloorCountScanTable
  generated_file: GeneratedFileTable
  help_article: HelpArticleTable
  help_vote: HelpVoteTable
  hidden_help_article: HiddenHelpArticleTable
  holiday: HolidayTable
  hub_scan: HubScanTable
  hub_scan_undo: HubScanUndoTable
  idempotency_key: IdempotencyKeyTable
  impersonation: ImpersonationTable
  imported_payment: ImportedPaymentTable
  inbound_message: InboundMessageTable
  inbox_mark: InboxMarkTable
  inbox_message: InboxMessageTable
  installation: InstallationTable
  integration: IntegrationTable
  integration_health: IntegrationHealthTable
  integration_request: IntegrationRequestTable
  integration_rule: IntegrationRuleTable
  integration_shipment: IntegrationShipmentTable
  integration_task: IntegrationTaskTable
  integration_unmapped_code: IntegrationUnmappedCodeTable
  interhub_transfer: InterhubTransferTable
  interhub_transfer_parcel: InterhubTransferParcelTable
  invariant_result: InvariantResultTable
  invoice: InvoiceTable
  known_device: KnownDeviceTable
  ledger_entry: LedgerEntryTable
  live_ticket: LiveTicketTable
  locker_event: LockerEventTable
  locker_reservation: LockerReservationTable
  made_file: MadeFileTable
  maintenance: MaintenanceTable
  masked_call: MaskedCallTable
  message: MessageTable
  message_opt_out: MessageOptOutTable
  month_end_run: MonthEndRunTable
  move_in_batch: MoveInBatchTable
  move_in_row: MoveInRowTable
  nightly_assignment: NightlyAssignmentTable
  opening: OpeningTable
  opening_balance: OpeningBalanceTable
  outbox: OutboxTable
  parcel: ParcelTable
  parcel_damage: ParcelDamageTable
  parcel_subscriber: ParcelSubscriberTable
  partner_bill: PartnerBillTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  passkey_credential: PasskeyCredentialTable
  pay_plan: PayPlanTable
  pay_plan_driver: PayPlanDriverTable
  pay_plan_version: PayPlanVersionTable
  pay_statement: PayStatementTable
  payment: PaymentTable
  payment_allocation: PaymentAllocationTable
  payment_notice: PaymentNoticeTable
  payment_promise: PaymentPromiseTable
  payment_refund: PaymentRefundTable
  payment_reminder: PaymentReminderTable
  pickup_door: PickupDoorTable
  pickup_point: PickupPointTable
  place_change: PlaceChangeTable
  provider: ProviderTable
  provider_setting: ProviderSettingTable
  push_key: PushKeyTable
  push_subscription: PushSubscriptionTable
  push_told: PushToldTable
  rate_book: RateBookTable
  rate_change: RateChangeTable
  rate_revision: RateRevisionTable
  receiver_link: ReceiverLinkTable
  recovery_code: RecoveryCodeTable
  recurring_collection: RecurringCollectionTable
  registration: RegistrationTable
  release_note: ReleaseNoteTable
  remittance: RemittanceTable
  role: RoleTable
  route_release: RouteReleaseTable
  saved_card: SavedCardTable
  saved_report: SavedReportTable
  schedule_lease: ScheduleLeaseTable
  schema_migration: SchemaMigrationTable
  secret: SecretTable
  session: SessionTable
  settlement_line: SettlementLineTable
  shadow_month: ShadowMonthTable
  shadow_month_row: ShadowMonthRowTable
  shipment: ShipmentTable
  shipment_charge: ShipmentChargeTable
  shipment_cost: ShipmentCostTable
  shipment_file: ShipmentFileTable
  shipment_note: ShipmentNoteTable
  shipment_rating: ShipmentRatingTable
  shipment_search: ShipmentSearchTable
  short_url: ShortUrlTable
  sign_in_guard: SignInGuardTable
  step_up: StepUpTable
  stored_file: StoredFileTable
  tag: TagTable
  tenant_table_decision: TenantTableDecisionTable
  third_party_identity: ThirdPartyIdentityTable
  till: TillTable
  tracking_event: TrackingEventTable
  tracking_sticker: TrackingStickerTable
  tracking_sticker_range: TrackingStickerRangeTable
  tracking_subscriber: TrackingSubscriberTable
  trip_plan: TripPlanTable
  trip_plan_change: TripPlanChangeTable
  trip_plan_trips: TripPlanTripsTable
  trip_plan_visit: TripPlanVisitTable
  unidentified_parcel: UnidentifiedParcelTable
  user_secret: UserSecretTable
  user_setting: UserSettingTable
  webhook_subscription: WebhookSubscriptionTable
  weight_discrepancy: WeightDiscrepancyTable
  zone: ZoneTable
}
