import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count } from '../kit/calls/wire.ts'

/**
 * Published when a claim is lodged, changes state or gets a message. The claimant gets an e-mail, or the staff who
 * assess claims are notified.
 */
export const claimSpoken = event('claim-spoken', z.object({ claim_id: count, event_id: count }))
