import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count } from '../kit/calls/wire.ts'

/** Published when a price book comes into force: cached compiled books of the provider are stale from then on. */
export const pricesChanged = event('prices-changed', z.object({ rate_revision_id: count }))
