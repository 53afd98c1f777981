import { port } from '../../kit/handler.ts'
import type { PointNetwork } from '../network.ts'

/** Adapters of the networks of lockers and counters, by name. */
export const pointNetworksPort =
  port<Readonly<Partial<Record<PointNetwork['name'], PointNetwork>>>>('pointNetworks')
