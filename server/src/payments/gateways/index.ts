export { gatewaysPort, type Gateways } from './port.ts'
export { realGateways } from './real.ts'
