import type { hubApi } from '@waybill/domain/hub/api'
import { mayUseHubScanner } from '@waybill/domain/hub/access'
import { hub_missing_parcel_alert_hours } from '@waybill/domain/hub/settings'
import { pageOf } from '@waybill/domain/kit/lists/paging'
import { notFound } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { dayOf, startOfDay } from '@waybill/domain/kit/calls/wire'
import { providerMap } from '../../maps/index.ts'
import type { Handler } from '../../kit/handler.ts'
import { listExpected } from './expected-store.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

const max_parcels = 500

/**
 * Returns the parcels that a branch still expects in a scanner mode, and those missing while their siblings are
 * already here.
 */
export const readExpected: Handler<typeof hubApi.expected> = async (ctx, input) => {
  const { actor } = ctx
  ensure(mayUseHubScanner(actor))
  if (actor.limit_user_to_branch && actor.branch_id !== null && actor.branch_id !== input.branch_id)
    throw notFound('Could not find this branch.')
  const map = await providerMap(ctx)
  if (!map.branches.has(input.branch_id)) throw notFound('Could not find this branch.')
  const name = (id: number | null) => (id === null ? undefined : map.branches.get(id))?.public_name ?? ''
  const hours = ctx.setting(hub_missing_parcel_alert_hours)
  const { rows, expected, missing, done } = await listExpected(ctx, {
    branch_id: input.branch_id,
    mode: input.mode ?? 'arrive',
    today: startOfDay(dayOf(ctx.now)),
    kind: input.kind,
    search: input.search,
    missing_before: new Date(ctx.now.getTime() - hours * hour_ms),
    ...pageOf(input, max_parcels),
  })
  return {
    parcels: rows.map((row) => ({
      parcel_id: row.parcel_id,
      shipment_id: row.shipment_id,
      tracking_reference: row.tracking_reference,
      status: row.status,
      account_name: row.account_name,
      service_level_code: row.service_level_code,
      delivery_suburb: row.delivery_suburb,
      delivery_branch_name: name(row.delivery_branch_id),
      last_branch_name: name(row.last_branch_id),
      last_scan: row.last_scan,
      parcel_count: row.parcel_count,
      parcels_here: row.parcels_here,
      kind: row.kind,
    })),
    count: input.kind === 'expected' ? expected : input.kind === 'missing' ? missing : expected + missing,
    expected,
    missing,
    done,
  }
}
