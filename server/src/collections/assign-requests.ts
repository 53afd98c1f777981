import type { collectionsApi } from '@waybill/domain/collections/api'
import { mayEdit } from '@waybill/domain/collections/rules'
import { isOffice } from '@waybill/domain/kit/actor'
import { forbidden, notFound, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { listDrivers } from '../identity/index.ts'
import type { Context, Handler } from '../kit/handler.ts'
import { requireSuitable, workAt } from '../shipments/index.ts'
import { enterRequest } from './enter-request.ts'
import { requestName } from './present-request.ts'
import { lockRequest } from './store.ts'
import { requireRequests } from './access.ts'

type Driver = Awaited<ReturnType<typeof listDrivers>>[number]

/**
 * Assigns requests to a driver, or removes their driver. Returns one result per request, so that a request that
 * cannot be assigned does not block the others (COLL-005, docs/domain/routing-and-drivers.md#drivers-by-area).
 */
export const assignRequests: Handler<typeof collectionsApi.assign> = async (ctx, input) => {
  const { ids, username } = input
  await requireRequests(ctx)
  if (!isOffice(ctx.actor)) throw forbidden('Only our office may assign drivers.')
  const driver = username === '' ? null : await driverOf(ctx, username)
  const results = []
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const rejection = await assignRequest(ctx, id, driver, input.assign_anyway)
    results.push({ id, assigned: rejection === null, message: rejection ?? '' })
  }
  return { results }
}

async function driverOf(ctx: Context, username: string): Promise<Driver> {
  const driver = (await listDrivers(ctx)).find(
    (one) => one.username.toLowerCase() === username.toLowerCase() && one.deleted_date === null,
  )
  if (!driver) throw notFound('Could not find this driver.')
  return driver
}

/**
 * Assigns one request. Returns `null`, or the reason why it cannot be assigned. All rules are checked before anything
 * is written.
 */
export async function assignRequest(
  ctx: Context,
  id: number,
  driver: Pick<Driver, 'username'> | null,
  assignAnyway: boolean | undefined,
): Promise<string | null> {
  try {
    const row = await lockRequest(ctx, id)
    ensure(mayEdit({ status: row.status, display_id: requestName(row) }))
    const keeps = row.agent_id === driver?.username
    if (driver)
      await requireSuitable(
        ctx,
        driver,
        workAt(ctx, row.branch_id === null ? [] : [row.branch_id], {
          day: row.date,
          zone: row.agent_zone,
          stops: 1,
          kg: row.expected_kg,
        }),
        keeps || assignAnyway,
      )
    const to = driver ? 'collection-assigned' : 'collection-unassigned'
    if (row.status === to && row.agent_id === (driver?.username ?? null)) return null
    await enterRequest(ctx, row, {
      to,
      data: driver ? { driver: driver.username } : null,
      changes: { agent_id: driver?.username ?? null },
    })
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.message
  }
}
