import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, instant, maybe, text } from '../kit/calls/wire.ts'
import { AuditEvent } from './model.ts'

/** The audit trail: AUD-001. */
export const auditApi = {
  events: endpoint('GET /audit/events', {
    input: z.object({
      /** One of the audit types; all of them when absent. */
      type: maybe(text(60)),
      object_id: maybe(text(120)),
      /** Changes made by one person or part, exactly. */
      source: maybe(text(120)),
      /** Changes from this moment on. */
      from: maybe(instant),
      /** Changes before this moment. */
      to: maybe(instant),
      offset: maybe(count),
      limit: maybe(count),
    }),
    output: z.object({ audit_events: z.array(AuditEvent), count: z.int() }),
    // mayViewAudit decides: who may save the settings sees their trail too.
    permission: null,
    audience: 'session',
    summary: 'Changes of one thing, of one kind of things, or of all, newest first.',
    published: false,
  }),
}
