import { fits } from '@waybill/domain/pickup-points/fit'
import type { ExternalContext } from '../kit/handler.ts'
import type { PlaceAnswer, PointNetwork } from './network.ts'
import { pointNetworksPort } from './networks/index.ts'
import { NetworkError } from './networks/network-error.ts'
import { measuredParcel } from './networks/size.ts'
import type { NetworkPlan } from './places.ts'

/**
 * Asks the network for a place. A network that does not answer has none. With a network that is not connected, the
 * place is arranged outside of the product.
 */
export async function askNetwork(ctx: ExternalContext, plan: NetworkPlan): Promise<PlaceAnswer> {
  const adapter = ctx.adapter(pointNetworksPort)[plan.network]
  if (!adapter.isConnected(ctx)) return { ok: true, network_reference: '', size: '', courier_code: '' }
  try {
    return await withFittingDoor(ctx, adapter, plan, await adapter.reserve(ctx, plan.request))
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return { ok: false, reason: 'unavailable', message: error.message }
  }
}

/** Gives a door back into which the parcel does not fit, and returns that there is no place. */
async function withFittingDoor(
  ctx: ExternalContext,
  adapter: PointNetwork,
  { compartments, request }: NetworkPlan,
  answer: PlaceAnswer,
): Promise<PlaceAnswer> {
  const box = answer.ok ? compartments.find(({ name }) => name === answer.size) : undefined
  if (!answer.ok || !box || fits(measuredParcel(request), box)) return answer
  await adapter.release(ctx, answer.network_reference)
  return {
    ok: false,
    reason: 'unavailable',
    message: `The network reserved a door ${answer.size}, into which the parcel does not fit. It was given back.`,
  }
}
