import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count } from '../kit/calls/wire.ts'

/** A claim was lodged, moved or spoken to: its claimant is notified by e-mail, or staff who assess claims are. */
export const claimSpoken = event('claim-spoken', z.object({ claim_id: count, event_id: count }))
