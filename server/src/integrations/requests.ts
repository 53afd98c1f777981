import type { integrationsApi } from '@waybill/domain/integrations/api'
import { nextTry } from '@waybill/domain/integrations/delivery'
import type { IntegrationRequest } from '@waybill/domain/integrations/model'
import { mayReplay } from '@waybill/domain/integrations/webhooks'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound, wrongState } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { Handler } from '../kit/handler.ts'
import { requireOffice } from './integrations.ts'
import { listCalls, type CallRow } from './request-store.ts'
import { requeue } from './task-store.ts'

/** Lists the logged calls, newest first (INT-026). */
export const readCalls: Handler<typeof integrationsApi.requests> = async (ctx, input) => {
  requireOffice(ctx)
  const { rows, total } = await listCalls(ctx, input, pageOf(input, 500))
  return { requests: rows.map((row) => present(row, ctx.now)), count: total }
}

/** Sends the message of a call again, with all calls that belong to it. */
export const replayCall: Handler<typeof integrationsApi.replay> = async (ctx, { id }) => {
  requireOffice(ctx)
  ensure(mayReplay(ctx.actor))
  const { rows } = await listCalls(ctx, { id: [id] }, { limit: 1, offset: 0 })
  const [row] = rows
  if (!row) throw notFound('Could not find this call.')
  if (row.task_id === null)
    throw wrongState('This call was incoming or scheduled and cannot be repeated from here.')
  if ((await requeue(ctx, [row.task_id])) === 0)
    throw wrongState('This message is being sent at this moment. Look again in a minute.')
  return {}
}

function present(row: CallRow, now: Date): IntegrationRequest {
  return {
    ...row,
    type: row.type,
    method: row.method as IntegrationRequest['method'],
    integration_name: row.integration_name ?? '',
    reference: row.reference ?? '',
    task_status: row.task_status,
    next_attempt_time:
      row.task_status === 'waiting' && row.run_after ? nextTry(row.run_after, null, now) : null,
  }
}
