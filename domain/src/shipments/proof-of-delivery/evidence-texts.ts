import { clockOf } from '../../kit/calls/wire.ts'
import type { CheckedAction } from './evidence-api.ts'
import type { EvidenceState } from './judge-evidence.ts'

/** The name of each state of the evidence of an action. */
export const evidence_labels: Readonly<Record<EvidenceState, string>> = {
  verified: 'Evidence verified',
  waiting: 'Photos still on the phone',
  gap: 'Earlier action missing',
  differs: 'Does not match',
  'without-hashes': 'Cannot be verified',
}

/** What was checked of an action. */
export type Checked = Pick<CheckedAction, 'evidence' | 'problems' | 'files' | 'has_signature' | 'occurred_at'>

/**
 * Returns what the check of an action found, as sentences: 'Signature and 2 photos match what was recorded on the phone
 * at 14:32.', or what is wrong or missing.
 */
export function evidenceSentences({ evidence, problems, ...checked }: Checked): string[] {
  if (evidence === 'without-hashes')
    return ['The version of the app on the phone sent no hashes of its evidence.']
  return evidence === 'verified' || evidence === 'gap' ? [matchSentence(checked), ...problems] : problems
}

/** What is known of a delivery; `source` is who delivered, absent for readers who do not see it. */
export interface DeliveryFacts {
  source?: string | null | undefined
  date: Date
}

/** Returns the whole result in one line: 'Evidence verified: signature and 2 photos match …'. */
export function evidenceLine(checked: Checked): string {
  const [first = '', ...others] = evidenceSentences(checked)
  const rest = checked.evidence === 'verified' ? first.charAt(0).toLowerCase() + first.slice(1) : first
  return [`${evidence_labels[checked.evidence]}: ${rest}`, ...others].join(' ')
}

function matchSentence({
  files,
  has_signature: isSigned,
  occurred_at: at,
}: Omit<Checked, 'evidence' | 'problems'>): string {
  const photos = files - (isSigned ? 1 : 0)
  const things = [
    ...(isSigned ? ['signature'] : []),
    ...(photos > 0 ? [`${photos} ${photos === 1 ? 'photo' : 'photos'}`] : []),
  ]
  const what = things.length === 0 ? 'the details' : things.join(' and ')
  const verb = what === 'the details' || photos > 1 || things.length > 1 ? 'match' : 'matches'
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${verb} what was recorded on the phone at ${clockOf(at)}.`
}

/**
 * Returns the action with which a driver reported a delivery: the delivery of the driver nearest to its time; `null`
 * when the delivery was not reported from a phone. Some readers do not see who delivered.
 */
export function actionOfDelivery<
  Action extends Pick<CheckedAction, 'type' | 'result' | 'driver_username' | 'occurred_at'>,
>(actions: readonly Action[], event: DeliveryFacts): Action | null {
  const own = actions.filter(
    ({ type, result, driver_username }) =>
      type === 'deliver' && result === 'applied' && (event.source ?? driver_username) === driver_username,
  )
  const distance = ({ occurred_at: at }: Action): number => Math.abs(at.getTime() - event.date.getTime())
  const [nearest] = own.toSorted((one, other) => distance(one) - distance(other))
  return nearest ?? null
}
