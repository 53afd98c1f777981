export { gatewaysPort, type Gateways } from './port.ts'
export { realGateways } from './real.ts'
export { paymentStandIn, stand_in_merchant } from './stand-in.ts'
