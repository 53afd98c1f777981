import { json } from '../../catchers/catcher-page.ts'
import type { RawAnswer } from '../../../src/kit/handler.ts'
import type { Memory, ReceivedCall } from './call.ts'

/** Implements Fastway and RAM; returns `null` for other requests. */
export function answerRest(call: ReceivedCall, memory: Memory): RawAnswer | null {
  const [, who = '', reference = '', what = ''] =
    /^\/(fastway|ram)\/consignments(?:\/([^/?]+))?(?:\/(events|label))?$/.exec(call.path) ?? []
  if (who === '') return null
  if (!call.headers['x-api-key']) return { ...json({ message: 'No API key.' }), status: 401 }
  const labelUrl = `http://labels.example/${who}/${reference}.pdf`
  if (call.method === 'POST' && reference === '') {
    const key = `${who} ${call.headers['idempotency-key'] ?? memory.next()}`
    const consignment = memory.given.get(key) ?? `${who === 'ram' ? 'RAM' : 'FW'}${memory.next()}`
    memory.given.set(key, consignment)
    return json({ consignment, label_url: `http://labels.example/${who}/${consignment}.pdf` })
  }
  if (call.method === 'DELETE') return json({ consignment: reference, cancelled: true })
  if (what === 'label') return json({ consignment: reference, label_url: labelUrl })
  return json({
    events: memory.events
      .filter((event) => event.reference === reference)
      .map(({ id, code, message, place, at }) => ({
        id,
        code,
        message,
        location: place,
        date: at.toISOString(),
      })),
  })
}
