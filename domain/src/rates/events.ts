import { z } from 'zod'
import { event } from '../kit/event.ts'
import { count } from '../kit/calls/wire.ts'

/** A price book came into force: compiled books of the provider are stale from now on. */
export const pricesChanged = event('prices-changed', z.object({ rate_revision_id: count }))
