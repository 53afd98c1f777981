import { z } from 'zod'
import { rand } from '../../kit/calls/wire.ts'

/**
 * An amount as gateways write it, a number or text of Rand, in cents; nothing is R 0.00. Negative amounts, and those too
 * large to be counted exactly, are refused.
 */
export const gatewayAmount = z.union([rand, z.null().transform(() => 0)]).pipe(z.int().nonnegative())
