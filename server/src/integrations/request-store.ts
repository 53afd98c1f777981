import { anyOf } from '../kit/db.ts'
import {
  groupStart,
  type IntegrationRequestType,
  type StatusGroup,
} from '@waybill/domain/integrations/providers'
import type { RequestMethod } from '@waybill/domain/kit/calls/endpoint'
import { sql } from 'kysely'
import type { Context } from '../kit/handler.ts'

/** A call to log. The caller has already masked its secrets. */
export interface LoggedCall {
  type: IntegrationRequestType
  integration_id?: number | null
  subscription_id?: number | null
  task_id?: number | null
  rule_id?: number | null
  action?: string
  shipment_id?: number | null
  method: RequestMethod
  url: string
  request_body: string
  response_body: string
  status_code: number | null
  error?: string
  duration_ms: number
  attempt?: number
  inbound_digest?: string | null
}

/** Logs a call. Returns `false` when the same inbound call is logged already. */
export async function logCall(ctx: Context, call: LoggedCall): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('integration_request')
    .values({ ...call, provider_id: ctx.provider_id, time_created: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'integration_id', 'inbound_digest'])
        .where('inbound_digest', 'is not', null)
        .doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Finds the response to an earlier identical call. */
export async function findAnswered(ctx: Context, integrationId: number, inboundDigest: string) {
  return ctx.db
    .selectFrom('integration_request')
    .select(['status_code', 'response_body'])
    .where('integration_id', '=', integrationId)
    .where('inbound_digest', '=', inboundDigest)
    .executeTakeFirst()
}

/** Lists calls, newest first. */
export async function listCalls(
  ctx: Context,
  filter: {
    id?: readonly number[] | undefined
    integration_id?: number | undefined
    type?: readonly IntegrationRequestType[] | undefined
    status_group?: readonly StatusGroup[] | undefined
    shipment_id?: number | undefined
    search?: string | undefined
  },
  page: { limit: number; offset: number },
) {
  let query = ctx.db
    .selectFrom('integration_request as r')
    .leftJoin('integration as i', (join) =>
      join.onRef('i.provider_id', '=', 'r.provider_id').onRef('i.id', '=', 'r.integration_id'),
    )
    .leftJoin('shipment as s', (join) =>
      join.onRef('s.provider_id', '=', 'r.provider_id').onRef('s.id', '=', 'r.shipment_id'),
    )
    .leftJoin('integration_task as t', (join) =>
      join.onRef('t.provider_id', '=', 'r.provider_id').onRef('t.id', '=', 'r.task_id'),
    )
  if (filter.id?.length) query = query.where('r.id', '=', anyOf(filter.id))
  if (filter.integration_id !== undefined) query = query.where('r.integration_id', '=', filter.integration_id)
  if (filter.type?.length) query = query.where('r.type', '=', anyOf(filter.type))
  if (filter.shipment_id !== undefined) query = query.where('r.shipment_id', '=', filter.shipment_id)
  if (filter.status_group?.length) {
    const groups = filter.status_group.map(groupStart)
    query = query.where((eb) =>
      eb.or(
        groups.map((from) => eb.and([eb('r.status_code', '>=', from), eb('r.status_code', '<', from + 100)])),
      ),
    )
  }
  if (filter.search) {
    const anywhere = `%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([
        eb('r.url', 'ilike', anywhere),
        eb('s.short_tracking_reference', 'ilike', anywhere),
        eb('s.custom_tracking_reference', 'ilike', anywhere),
      ]),
    )
  }
  const [rows, { total }] = await Promise.all([
    query
      .selectAll('r')
      .select(['i.name as integration_name', 't.status as task_status', 't.run_after as run_after'])
      .select(
        sql<string | null>`coalesce(s.custom_tracking_reference, s.short_tracking_reference)`.as('reference'),
      )
      .orderBy('r.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}
export type CallRow = Awaited<ReturnType<typeof listCalls>>['rows'][number]
