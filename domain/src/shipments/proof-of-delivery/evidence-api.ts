import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { count, instant } from '../../kit/calls/wire.ts'
import { evidence_states } from './judge-evidence.ts'

/** An action of a driver on a shipment, with the check of its evidence. */
export const CheckedAction = z.object({
  action_id: z.uuid(),
  /** The type of the action, as the phone sends it: `deliver`. */
  type: z.string(),
  /** By the clock of the phone. */
  occurred_at: instant,
  driver_username: z.string(),
  driver_name: z.string(),
  /** `conflict`: it was not applied. */
  result: z.enum(['applied', 'conflict']),
  evidence: z.enum(evidence_states),
  /** What is wrong or missing, as sentences. */
  problems: z.array(z.string()),
  /** SHA-256 in hex; `''` without hashes. */
  content_hash: z.string(),
  /** Number of photos and signatures. */
  files: z.int(),
  has_signature: z.boolean(),
})
export type CheckedAction = z.output<typeof CheckedAction>

/** Reading of driver actions and the check of their evidence: docs/domain/reliability.md#field-events. */
export const evidenceApi = {
  list: endpoint('GET /drivers/actions', {
    input: z.object({ shipment_id: count }),
    output: z.object({ actions: z.array(CheckedAction) }),
    summary:
      'Lists the actions that drivers reported for a shipment, newest first, and checks their evidence.',
    published: false,
  }),
}
