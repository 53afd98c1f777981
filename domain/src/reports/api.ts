import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { paging } from '../kit/lists/paging.ts'
import { count, day, maybe } from '../kit/calls/wire.ts'
import { OpsDashboard, PendingRow, pending_kinds } from './ops-dashboard.ts'

/** Permission for the ops dashboard: reading trip sheets (NAV-053). */
const permission = 'API_/trip-sheet:GET'

/**
 * Endpoints of the ops dashboard: docs/domain/reports-and-dashboards.md#reports,
 * docs/domain/reports-and-dashboards.md#dashboards.
 */
export const reportsApi = {
  opsDashboard: endpoint('GET /ops-dashboard', {
    input: z.object({ branch_id: maybe(count), date: maybe(day) }),
    output: OpsDashboard,
    permission,
    summary: 'Returns the progress of drivers on a day, and the number of shipments that need action.',
    published: false,
  }),
  pending: endpoint('GET /ops-dashboard/pending', {
    input: z.object({ kind: z.enum(pending_kinds), branch_id: maybe(count), ...paging }),
    output: z.object({ shipments: z.array(PendingRow), count: z.int() }),
    permission,
    summary: 'Lists the shipments behind one number of the ops dashboard, longest waiting first.',
    published: false,
  }),
}
