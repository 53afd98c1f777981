/**
 * What the check of an action's evidence found. `verified`: action and files are what the phone recorded. `waiting`:
 * so far, but files are still on the phone. `gap`: an earlier action of the phone is missing. `differs`: something is
 * not what the phone recorded. `without-hashes`: the version of the phone sent none, so nothing can be said.
 */
export const evidence_states = ['verified', 'waiting', 'gap', 'differs', 'without-hashes'] as const
export type EvidenceState = (typeof evidence_states)[number]

/** A file of an action as stored with it; each hash is a SHA-256 in hex, of the bytes as the phone read them. */
export interface ArrivedFile {
  /** The upload name. */
  name: string
  /** Of the bytes as they left the phone. */
  sha256: string
  /** Of the bytes as they arrived; `''` until they have, and for files of earlier releases. */
  received_sha256: string
  /** Of the picture as it was stored, re-encoded; `''` until it is. */
  stored_sha256: string
}

/** What is known of an action when its evidence is checked. */
export interface EvidenceFacts {
  /** As the phone sent it. */
  content_hash: string
  /** Computed now from the stored action. */
  computed_hash: string
  /** Whether the former action of the phone is stored; true for the first action. */
  has_former: boolean
  files: readonly (ArrivedFile & {
    label: string
    /** The hash of the stored file now; `''` when it has not arrived. */
    current_sha256: string
  })[]
}

/** Returns the state of an action's evidence and what is wrong or missing, for staff. `null`: without hashes. */
export function judgeEvidence(facts: EvidenceFacts | null): { state: EvidenceState; problems: string[] } {
  if (!facts) return { state: 'without-hashes', problems: [] }
  const problems = [
    ...(facts.content_hash === facts.computed_hash
      ? []
      : ['The details that are stored are not those that the phone recorded.']),
    ...facts.files.flatMap(({ label, sha256, received_sha256, stored_sha256, current_sha256 }) => {
      if (received_sha256 !== '' && received_sha256 !== sha256)
        return [`${label} is not the picture that the phone took.`]
      return stored_sha256 !== '' && current_sha256 !== stored_sha256
        ? [`${label} was changed or removed after it arrived.`]
        : []
    }),
  ]
  if (problems.length > 0) return { state: 'differs', problems }
  const missing = facts.files.filter((file) => file.received_sha256 === '').map(({ label }) => label)
  if (missing.length > 0)
    return { state: 'waiting', problems: missing.map((label) => `${label} has not arrived yet.`) }
  return facts.has_former
    ? { state: 'verified', problems: [] }
    : { state: 'gap', problems: ['The action that this phone recorded before this one has not arrived.'] }
}
