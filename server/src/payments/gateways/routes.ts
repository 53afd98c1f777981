import { bobpay_routes } from './bobpay/routes.ts'
import { payfast_routes } from './payfast/routes.ts'
import { stitch_routes } from './stitch/routes.ts'

/** The calls of the specification that each gateway has for itself. */
export const gateway_routes = [...payfast_routes, ...bobpay_routes, ...stitch_routes]
