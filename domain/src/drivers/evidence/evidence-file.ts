import { z } from 'zod'
import { text } from '../../kit/calls/wire.ts'

/** A SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256_hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 as 64 hexadecimal digits')

/** A photo or signature of an action: its upload name, and the hash of its bytes as they left the phone. */
export const EvidenceFile = z.object({ name: text(255), sha256: sha256_hex })
export type EvidenceFile = z.output<typeof EvidenceFile>
