import type { OwnerConfidence } from '@waybill/domain/hub/unidentified/likely-owners'
import type {
  Disposal,
  UnidentifiedParcel,
  UnidentifiedState,
} from '@waybill/domain/hub/unidentified/unidentified-parcel'
import { formatDecimal } from '../../kit/ui/values/numbers.ts'
import { StatusBadge, type StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'

const labels: Readonly<Record<UnidentifiedState, string>> = {
  open: 'Open',
  matched: 'Matched',
  disposed: 'Disposed of',
}
const families: Readonly<Record<UnidentifiedState, StatusFamily>> = {
  open: 'yellow',
  matched: 'green',
  disposed: 'grey',
}

/** Returns the name of a state of an unidentified parcel. */
export function unidentifiedLabel(state: UnidentifiedState): string {
  return labels[state]
}

/** Badge with the state of an unidentified parcel. */
export function UnidentifiedBadge({
  state,
  size = 'normal',
}: {
  state: UnidentifiedState
  size?: 'compact' | 'normal' | 'large'
}) {
  return (
    <StatusBadge
      family={families[state]}
      label={labels[state]}
      size={size}
      {...(state === 'matched' ? { mark: 'tick' as const } : {})}
    />
  )
}

/** What was done with a parcel whose owner was not found. */
export const disposal_labels: Readonly<Record<Disposal, string>> = {
  destroyed: 'Destroyed',
  auctioned: 'Auctioned',
  donated: 'Donated',
  'handed-over': 'Handed over to the police or another authority',
}

export const confidence_labels: Readonly<Record<OwnerConfidence, string>> = {
  strong: 'Very likely',
  possible: 'Possible',
  weak: 'Unlikely',
}
export const confidence_families: Readonly<Record<OwnerConfidence, StatusFamily>> = {
  strong: 'green',
  possible: 'yellow',
  weak: 'grey',
}

type Measures = Pick<UnidentifiedParcel, 'length_cm' | 'width_cm' | 'height_cm'>

/** Returns the size as text, `40 × 30 × 20 cm`; `''` unless all three sides were measured. */
export function sizeText({ length_cm, width_cm, height_cm }: Measures): string {
  if (length_cm === null || width_cm === null || height_cm === null) return ''
  return `${[length_cm, width_cm, height_cm].map((side) => formatDecimal(side, 1)).join(' × ')} cm`
}

/** Returns the weight as text, `2.5 kg`; `''` when it was not weighed. */
export function weightText(weightKg: number | null): string {
  return weightKg === null ? '' : `${formatDecimal(weightKg, 2)} kg`
}
