import type { ActionResult } from '@waybill/domain/drivers/model'
import { planApi } from '@waybill/domain/drivers/plan'
import { ApiError } from '../../kit/api/api-error.ts'
import { call } from '../../kit/api/index.ts'
import type { OwnOrder } from '../phone/action-content.ts'
import { currentTexts } from '../texts/texts.ts'

/**
 * The version of a day after an own order, by the day and the version that it was based on. A second order that was
 * made before the first was sent is based on the first.
 */
const versions_after = new Map<string, number>()

/**
 * Sends the driver's own order of the stops; `id` is the idempotency key. The server rejects it when the office has
 * planned the day again since: then the plan of the office stays (docs/domain/routing-and-drivers.md#order-of-stops).
 */
export async function sendOrder(
  id: string,
  { date, visits, version: basedOn }: OwnOrder,
  timeoutMs: number,
): Promise<ActionResult> {
  let version = basedOn
  const after = (): number | undefined => versions_after.get(`${date} ${version}`)
  for (let next = after(); next !== undefined; next = after()) version = next
  try {
    const answer = await call(
      planApi.sequence,
      { date, version, visits: [...visits] },
      { idempotency_key: id, timeout_ms: timeoutMs },
    )
    versions_after.set(`${date} ${version}`, answer.version)
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 409 && !thrown.may_repeat)
      throw new ApiError(409, currentTexts().order.replaced)
    throw thrown
  }
  return { action_id: id, result: 'applied', message: '', shipment_status: null }
}
