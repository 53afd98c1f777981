import type { FallbackField } from './proof.ts'

/** What a driver can be asked for at the door (`driver_pod1`, `driver_pod2`, `driver_pod3`). */
export const proof_steps = ['pin', 'recipient details', 'photo', 'signature', 'none'] as const
type ProofChoice = (typeof proof_steps)[number]
/** A step of the proof that asks for something. */
export type ProofStep = Exclude<ProofChoice, 'none'>

const fields_of: Readonly<Record<ProofStep, readonly FallbackField[]>> = {
  pin: [],
  'recipient details': ['name', 'mobile_number', 'department', 'description'],
  photo: ['photos'],
  signature: ['signature'],
}

/**
 * Returns the steps of the proof in the order in which the driver is asked: those that the company chose, then the
 * others. `none` skips a position. The order decides nothing about what is required: that is said by the settings of
 * each field (DRV-005), and a right PIN is always enough (SET-045, SET-048).
 */
export function proofOrder(chosen: readonly ProofChoice[]): readonly ProofStep[] {
  const steps = [...chosen, ...proof_steps].filter((step) => step !== 'none')
  return [...new Set(steps)]
}

/** Returns the fields of a proof without a PIN in the order of the steps. */
export function fieldOrder(order: readonly ProofStep[]): readonly FallbackField[] {
  return order.flatMap((step) => fields_of[step])
}
