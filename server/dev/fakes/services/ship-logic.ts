import { json } from '../../catchers/catcher-page.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import type { Memory, ReceivedCall } from './call.ts'

/** Implements the public API of another courier on the same platform; returns `null` for other requests. */
export function answerShipLogic(call: ReceivedCall, memory: Memory): RawAnswer | null {
  const path = /^\/ship-logic(\/[^?]*)/.exec(call.path)?.[1]
  if (path === undefined) return null
  if (!/^Bearer .+/.test(call.headers.authorization ?? ''))
    return { ...json({ message: 'Token has expired', code: 'unauthorised' }), status: 401 }
  switch (`${call.method} ${path}`) {
    case 'POST /shipments':
      return book(call, memory)
    case 'PATCH /shipments':
    case 'POST /shipments/cancel':
      return json({ ...(JSON.parse(call.body) as object), status: 'submitted' })
    case 'GET /shipments/label':
      return json({
        url: `http://labels.example/${call.path.split('id=')[1] ?? ''}.pdf`,
        filename: 'Label.pdf',
      })
    default:
      return { ...json({ message: 'There is nothing at this path.', code: 'not_found' }), status: 404 }
  }
}

/** Books a shipment. A repeated request with the same idempotency key gets the same id. */
function book(call: ReceivedCall, memory: Memory): RawAnswer {
  const sent = JSON.parse(call.body) as {
    collection_address?: object
    delivery_address?: object
    parcels?: unknown[]
  }
  if (!sent.collection_address || !sent.delivery_address || !sent.parcels?.length)
    return {
      ...json({ message: 'Both addresses and a parcel are needed.', code: 'validation_failed' }),
      status: 400,
    }
  const key = `key ${call.headers['idempotency-key'] ?? memory.next()}`
  const id = memory.given.get(key) ?? String(memory.next())
  memory.given.set(key, id)
  return json({
    id: Number(id),
    short_tracking_reference: `SL${id}`,
    custom_tracking_reference: `SL${id}`,
    status: 'submitted',
  })
}
