import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, instant, maybe, text } from '../kit/calls/wire.ts'
import { AuditEvent } from './model.ts'

/** API of the audit trail (AUD-001). */
export const auditApi = {
  events: endpoint('GET /audit/events', {
    input: z.object({
      /** One of the audit types; absent for all types. */
      type: maybe(text(60)),
      object_id: maybe(text(120)),
      /** Changes by exactly this user or system source. */
      source: maybe(text(120)),
      /** Changes at or after this time. */
      from: maybe(instant),
      /** Changes before this time. */
      to: maybe(instant),
      offset: maybe(count),
      limit: maybe(count),
    }),
    output: z.object({
      audit_events: z.array(AuditEvent),
      count: z.int(),
      /** Entries before this time may only be in the archive; absent when nothing of the company is archived. */
      archived_before: instant.optional(),
    }),
    // mayViewAudit checks access, because users who may save settings also see the settings trail.
    permission: null,
    audience: 'session',
    summary: 'Lists changes to one record, one type of record or all records, newest first.',
    published: false,
  }),
  archived: endpoint('GET /audit/archived-events', {
    input: z.object({
      /** One of the audit types. */
      type: text(60),
      object_id: text(120),
      /** The file to continue with: `next_offset` of the previous response. */
      offset: maybe(count),
    }),
    output: z.object({
      /** All entries of the object in the files that were read, newest first. */
      audit_events: z.array(AuditEvent),
      /** Where the search continues; `null` when all files that may contain the object were read. */
      next_offset: z.int().nullable(),
    }),
    permission: null,
    audience: 'session',
    summary:
      'Searches the archived months of the audit trail for one record, newest first, a few files at a time.',
    published: false,
  }),
}
