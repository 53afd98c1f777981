import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'

/** Object types of the audit trail (AUD-016, AUD-017). */
export const audit_types = [
  'shipment',
  'parcel',
  'collection_request',
  'interhub_transfer',
  'account',
  'account_setting',
  'user',
  'role',
  'provider',
  'provider_setting',
  'rate_revision',
  'zone',
  'branch',
  'invoice',
  'credit_note',
  'payment',
  'imported_payment',
  'billing_transaction',
  'integration',
  'webhook_subscription',
  'blocked_entry',
  'bulk_job',
  'claim',
  'pay_plan',
  'pay_statement',
  'partner_bill',
  'failed_job',
  'move_in_batch',
  'opening',
  'pickup_point',
  'accounting_account',
  'accounting_export',
  'accounting_connection',
  'till',
  'cash_up',
  'cash_receipt',
  'remittance',
  'month_end_run',
  'payment_promise',
  'settlement_line',
  'approval',
] as const
export type AuditType = (typeof audit_types)[number]

/** One changed field: its values before and after, or the changes of its nested fields (AUD-003). */
export interface AuditChange {
  field: string
  change_from?: unknown
  change_to?: unknown
  nested?: AuditChange[] | undefined
}

/** API schema of a changed field: a leaf has `change_from` and `change_to`, a branch has `nested`. */
export const AuditChange: z.ZodType<AuditChange> = z.object({
  field: z.string(),
  change_from: z.unknown().optional(),
  change_to: z.unknown().optional(),
  get nested() {
    return z.array(AuditChange).optional()
  },
})

/** One entry of the audit trail (AUD-002, AUD-007). */
export const AuditEvent = z.object({
  id: z.int(),
  timestamp: instant,
  request_id: z.string(),
  client_version: z.string(),
  /** Username, `system`, an integration, `locker` or `payment`. */
  source: z.string(),
  /** web, api, driver-app, scanner, import or job. */
  channel: z.string(),
  /** The real user behind an impersonation; otherwise `''`. */
  impersonated_by: z.string(),
  /** The table and row that were written, for example a parcel of the audited shipment. */
  type: z.string(),
  object_id: z.string(),
  /** The audit type and id that the entry is listed under. */
  audit_type: z.string(),
  audit_object_id: z.string(),
  /** Readable name of the object: a tracking reference, account code, username or setting key; `''` when it has none. */
  object_name: z.string(),
  action: z.enum(['created', 'changed', 'deleted']),
  change: z.array(AuditChange),
  /** Whether the entry is inside the sealed part of the audit chain. */
  is_sealed: z.boolean(),
})
export type AuditEvent = z.output<typeof AuditEvent>

/** Entries per page of the audit trail (AUD-011). */
export const audit_page_size = 10

/** Fields whose values the diff displays as dates (AUD-012). */
export const audit_date_fields: ReadonlySet<string> = new Set([
  'collection_before',
  'collection_after',
  'collected_date',
  'delivery_before',
  'delivery_after',
  'time_modified',
  'time_created',
  'estimated_collection',
  'estimated_delivery_from',
  'estimated_delivery_to',
  'valid_from',
  'valid_until',
])
