import type { NetworkName } from '@waybill/domain/pickup-points/model'
import { port } from '../../kit/handler.ts'
import type { Outbound } from '../../kit/outbound/index.ts'
import type { PointNetwork } from '../network.ts'
import { bobBox } from './bob-box/index.ts'
import { ramCounter } from './ram-counter/index.ts'
import { tcgLocker } from './tcg-locker/index.ts'

/** Adapters of the networks of lockers and counters, by name. */
export type PointNetworks = Readonly<Record<NetworkName, PointNetwork>>

export const pointNetworksPort = port<PointNetworks>('pointNetworks')

/** Creates the adapters of all networks. */
export function pointNetworks(outbound: Outbound): PointNetworks {
  return {
    'bob-box': bobBox(outbound),
    'tcg-locker': tcgLocker(outbound),
    'ram-counter': ramCounter(outbound),
  }
}
