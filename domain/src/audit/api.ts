import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { count, maybe, text } from '../kit/wire.ts'
import { AuditEvent } from './model.ts'

/** The audit trail: AUD-001. */
export const auditApi = {
  events: endpoint('GET /audit/events', {
    input: z.object({
      type: text(60),
      object_id: maybe(text(120)),
      offset: maybe(count),
      limit: maybe(count),
    }),
    output: z.object({ audit_events: z.array(AuditEvent), count: z.int() }),
    // mayViewAudit decides: who may save the settings sees their trail too.
    permission: null,
    audience: 'session',
    summary: 'Changes of one kind of thing, newest first.',
    published: false,
  }),
}
