import { rand } from '@waybill/domain/kit/calls/wire'
import { z } from 'zod'

/**
 * An amount from a gateway: a number or text in Rand, converted to cents; `null` means R 0.00. Rejects negative
 * amounts and amounts too large to be exact.
 */
export const gatewayAmount = z.union([rand, z.null().transform(() => 0)]).pipe(z.int().nonnegative())
