import { z } from 'zod'
import { instant } from '../kit/calls/wire.ts'

/** What the audit records by (AUD-016, AUD-017). */
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
  'failed_job',
] as const
export type AuditType = (typeof audit_types)[number]

/** One changed field: values before and after, or changes of the fields inside it (AUD-003). */
export interface AuditChange {
  field: string
  change_from?: unknown
  change_to?: unknown
  nested?: AuditChange[] | undefined
}

/** Wire form of a changed field; a leaf has `change_from` and `change_to`, a branch has `nested`. */
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
  /** The person behind an impersonation; `''` normally. */
  impersonated_by: z.string(),
  /** The table that was written, and the row: a parcel of the audited shipment, for example. */
  type: z.string(),
  object_id: z.string(),
  /** What it is audited as: one of the audit types, and its id. */
  audit_type: z.string(),
  audit_object_id: z.string(),
  /** How people know it: a tracking reference, account code, username or the key of a setting; `''` when it has none. */
  object_name: z.string(),
  action: z.enum(['created', 'changed', 'deleted']),
  change: z.array(AuditChange),
  /** Inside the sealed part of the chain. */
  is_sealed: z.boolean(),
})
export type AuditEvent = z.output<typeof AuditEvent>

/** Entries per page of the audit trail (AUD-011). */
export const audit_page_size = 10

/** Fields whose values are dates in the diff (AUD-012). */
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
