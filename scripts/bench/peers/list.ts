import { z } from 'zod'
import type { Request } from '../connection.ts'
import type { PeerOperation } from './peer.ts'

const page = z.array(z.unknown()).length(20)

/** Where the rows of a list stand in a response, which must have 20 of them. */
export const shapes = {
  waybill: z.object({ shipments: page }),
  vendure: z.object({ data: z.object({ orders: z.object({ items: page }) }) }),
  medusa: z.object({ orders: page }),
}

/** Returns the operation of a list of 20, whose first response must have this shape. */
export function listOperation(name: string, shape: z.ZodType, next: () => Request): PeerOperation {
  let isChecked = false
  return {
    kind: 'list',
    name,
    requests: 1,
    async once(connection) {
      if (isChecked) return connection.send(next())
      isChecked = true
      const answer = await connection.exchange(next())
      shape.parse(JSON.parse(answer.body()))
      return answer.status
    },
  }
}
