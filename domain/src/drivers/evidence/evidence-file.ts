import { z } from 'zod'
import { sha256_hex, text } from '../../kit/calls/wire.ts'

/** A photo or signature of an action: its upload name, and the hash of its bytes as they left the phone. */
export const EvidenceFile = z.object({ name: text(255), sha256: sha256_hex })
export type EvidenceFile = z.output<typeof EvidenceFile>
