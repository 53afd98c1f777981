import type { networksApi, SyncedNetwork } from '@waybill/domain/pickup-points/networks-api'
import { networkNeedsStaff } from '@waybill/domain/lockers/events'
import { listProblem } from '@waybill/domain/lockers/point-list'
import { ensure } from '@waybill/domain/kit/rule-result'
import { networksOn } from '@waybill/domain/pickup-points/address-types'
import { network_names, type NetworkName } from '@waybill/domain/pickup-points/model'
import { mayEditPoints } from '@waybill/domain/pickup-points/point-access'
import type { Context, ExternalContext, ExternalHandler } from '../kit/handler.ts'
import { countOpenPoints, networksOf, storeNetworkPoints, type NetworkPoint } from '../pickup-points/index.ts'
import { pointNetworksPort } from './networks/index.ts'
import { NetworkError } from './networks/network-error.ts'

/** Maximum number of locations that a message names. */
const max_named = 5

type ReadList = { network: NetworkName } & (
  | { points: NetworkPoint[] }
  | { problem: string }
  | { isOff: true }
)

/** Reads the lists of locations of all networks that are switched on. */
export async function syncPoints(ctx: ExternalContext): Promise<void> {
  for (const network of network_names) {
    const list = await readList(ctx, network)
    await ctx.inTransaction((tx) => storeList(tx, list, false))
  }
}

/** Reads the lists when staff ask for it. */
export const syncNow: ExternalHandler<typeof networksApi.sync> = async (ctx, { network, accept_fewer }) => {
  ensure(mayEditPoints(ctx.actor))
  const lists: ReadList[] = []
  for (const one of network ? [network] : network_names) lists.push(await readList(ctx, one))
  return ctx.answer(async (tx) => {
    const networks: SyncedNetwork[] = []
    for (const list of lists) networks.push(await storeList(tx, list, accept_fewer ?? false))
    return { networks }
  })
}

async function readList(ctx: ExternalContext, network: NetworkName): Promise<ReadList> {
  const adapter = ctx.adapter(pointNetworksPort)[network]
  if (!networksOn(networksOf(ctx)).includes(network) || !adapter.isConnected(ctx))
    return { network, isOff: true }
  try {
    return { network, points: await adapter.points(ctx) }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    ctx.log.warn({ network, error: error.message }, 'list of locations not read')
    return { network, problem: error.message }
  }
}

/** Stores a list whole, or nothing of it: staff are informed why (docs/domain/pickup-points.md#lists-of-the-networks). */
async function storeList(ctx: Context, list: ReadList, acceptsFewer: boolean): Promise<SyncedNetwork> {
  const { network } = list
  const nothing = { network, message: '', is_short: false, added: 0, changed: 0, closed: 0 }
  if ('isOff' in list) return { ...nothing, result: 'not connected' }
  const alert = (problem: 'list-unread' | 'list-refused', reason: string) =>
    ctx.emit(networkNeedsStaff, { network, problem, reason, subjects: [], count: 0 })
  if ('problem' in list) {
    await alert('list-unread', list.problem)
    return { ...nothing, result: 'unread', message: list.problem }
  }
  const refusal = listProblem(list.points, await countOpenPoints(ctx, network))
  if (refusal && !(acceptsFewer && refusal.kind === 'fewer')) {
    await alert('list-refused', refusal.message)
    const { kind, message } = refusal
    return { ...nothing, result: 'refused', message, is_short: kind === 'fewer' }
  }
  const { added, changed, closed } = await storeNetworkPoints(ctx, network, list.points)
  const holding = closed.filter(({ parcels_held }) => parcels_held > 0)
  if (holding.length > 0)
    await ctx.emit(networkNeedsStaff, {
      network,
      problem: 'points-closed',
      reason: '',
      subjects: holding.slice(0, max_named).map(({ pickup_point_id, name }) => `${pickup_point_id} ${name}`),
      count: holding.length,
    })
  return { ...nothing, result: 'updated', added, changed, closed: closed.length }
}
