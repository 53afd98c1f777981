import type { IntegrationProvider } from '@waybill/domain/integrations/providers'
import type { Adapter } from './adapter.ts'
import { hubMachine } from './hub-machine.ts'
import { parcelPerfect } from './parcel-perfect.ts'
import { restCourier } from './rest-courier.ts'
import { shipLogic } from './ship-logic.ts'

/** The adapter of each provider. Webhooks have none: they are sent directly. */
export const adapters: Readonly<Record<Exclude<IntegrationProvider, 'webhook'>, Adapter>> = {
  matflo: hubMachine,
  rws: hubMachine,
  'parcel-perfect': parcelPerfect,
  'ship-logic-delivery': shipLogic,
  'ship-logic-collection': shipLogic,
  fastway: restCourier({ who: 'franchise', consignments: 'consignments' }),
  ram: restCourier({ who: 'client_code', consignments: 'consignments' }),
}

export * from './adapter.ts'
