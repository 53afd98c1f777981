import { day_ms } from '../../kit/dates/durations.ts'
import type { CapturedMeasures } from './unidentified-parcel.ts'

/** An unidentified parcel, as far as it decides whose it may be. */
export interface FoundParcel extends CapturedMeasures {
  branch_id: number
  time_found: Date
  barcode_text: string
  description: string
}

/** A parcel that is missing or overdue, and may therefore be an unidentified one. Size in cm, weight in kg. */
export interface MissingParcel {
  parcel_id: number
  tracking_reference: string
  alternative_tracking_reference: string
  length_cm: number
  width_cm: number
  height_cm: number
  weight_kg: number
  /** Its description and packaging. */
  description: string
  collection_branch_id: number | null
  delivery_branch_id: number | null
  transient_branch_ids: readonly number[]
  /** Where and when it was last scanned; `null` when never. */
  last_branch_id: number | null
  last_seen: Date | null
  /** Number of other parcels of its shipment that are at the branch where the unidentified parcel was found. */
  siblings_here: number
}

export const owner_confidences = ['strong', 'possible', 'weak'] as const
export type OwnerConfidence = (typeof owner_confidences)[number]

/** A fact that speaks for a parcel (positive points) or against it (negative points). */
export interface OwnerReason {
  text: string
  points: number
}

/** A parcel that an unidentified one may be. */
export interface LikelyOwner<Parcel extends MissingParcel = MissingParcel> {
  parcel: Parcel
  /** From 0 to 100. */
  score: number
  confidence: OwnerConfidence
  /** The strongest first. */
  reasons: readonly OwnerReason[]
}

/** Parcels with a lower score are not listed. */
const listed_from = 20
const strong_from = 65
const possible_from = 40

/** Shortest part of a reference that says something. Shorter parts occur in many references. */
const readable_part = 4
/** Points for each character of the part of a reference that can be read, and the most that it gives. */
const part_points = 6
const part_points_max = 45

/** Points by how far the worst of the three sides is off, in percent of the booked side. */
const side_steps = [
  { percent: 10, points: 25, text: 'Same size' },
  { percent: 25, points: 12, text: 'Similar size' },
  { percent: 60, points: -10, text: 'Different size' },
  { percent: Infinity, points: -35, text: 'Very different size' },
] as const
/** Points by how far the weight is off, in percent of the booked weight. */
const weight_steps = [
  { percent: 10, points: 15, text: 'Same weight' },
  { percent: 30, points: 7, text: 'Similar weight' },
  { percent: 100, points: -5, text: 'Different weight' },
  { percent: Infinity, points: -20, text: 'Very different weight' },
] as const
/** A tape measure is off by this much in cm, and a scale in kg, however small the parcel is. */
const tape_cm = 2
const scale_kg = 0.2

/** Points by the days between the last scan and the day on which the parcel was found. */
const day_steps = [
  { days: 2, points: 12 },
  { days: 7, points: 6 },
  { days: 30, points: 0 },
  { days: Infinity, points: -10 },
] as const

const word_points = 6
const word_points_max = 18
/** Words that describe nearly every parcel. */
const common_words: readonly string[] = [
  'and',
  'box',
  'parcel',
  'the',
  'with',
  'for',
  'size',
  'from',
  'item',
  'items',
]

/**
 * Returns the missing parcels that an unidentified one may be, the likeliest first, with the reasons. Size (in any
 * orientation), weight, place on the route, day, the readable part of the label and the words of the description
 * count. A parcel that was scanned after the unidentified one was found is left out: its label is on it.
 */
export function likelyOwners<Parcel extends MissingParcel>(
  found: FoundParcel,
  missing: readonly Parcel[],
): LikelyOwner<Parcel>[] {
  return missing
    .filter(({ last_seen }) => last_seen === null || last_seen <= found.time_found)
    .map((parcel) => ownerOf(found, parcel))
    .filter(({ score }) => score >= listed_from)
    .sort((one, other) => other.score - one.score || one.parcel.parcel_id - other.parcel.parcel_id)
}

function ownerOf<Parcel extends MissingParcel>(found: FoundParcel, parcel: Parcel): LikelyOwner<Parcel> {
  const reasons = [
    labelReason(found, parcel),
    sizeReason(found, parcel),
    weightReason(found, parcel),
    placeReason(found, parcel),
    siblingReason(parcel),
    dayReason(found, parcel),
    wordReason(found, parcel),
  ].flatMap((reason) => (reason && reason.points !== 0 ? [reason] : []))
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  const score = Math.max(0, Math.min(100, sum))
  return {
    parcel,
    score,
    confidence: score >= strong_from ? 'strong' : score >= possible_from ? 'possible' : 'weak',
    reasons: reasons.sort((one, other) => Math.abs(other.points) - Math.abs(one.points)),
  }
}

function labelReason({ barcode_text }: FoundParcel, parcel: MissingParcel): OwnerReason | null {
  const text = readable(barcode_text)
  const parts = [parcel.tracking_reference, parcel.alternative_tracking_reference].map((reference) =>
    longestCommonPart(text, readable(reference)),
  )
  const part = parts.reduce((longest, one) => (one.length > longest.length ? one : longest), '')
  if (part.length < readable_part) return null
  return {
    text: `"${part}" on the label is part of its reference`,
    points: Math.min(part_points_max, part.length * part_points),
  }
}

function readable(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** Returns the longest text that occurs in both, the first when there are several. */
export function longestCommonPart(one: string, other: string): string {
  let longest = ''
  let row: number[] = []
  for (let at = 1; at <= one.length; at += 1) {
    const next: number[] = []
    for (let to = 1; to <= other.length; to += 1) {
      if (one[at - 1] !== other[to - 1]) continue
      const length = (row[to - 1] ?? 0) + 1
      next[to] = length
      if (length > longest.length) longest = one.slice(at - length, at)
    }
    row = next
  }
  return longest
}

function sizeReason(found: FoundParcel, parcel: MissingParcel): OwnerReason | null {
  const { length_cm, width_cm, height_cm } = found
  if (length_cm === null || width_cm === null || height_cm === null) return null
  const measured = [length_cm, width_cm, height_cm].sort(descending)
  const booked = [parcel.length_cm, parcel.width_cm, parcel.height_cm].sort(descending)
  if (booked.some((side) => side <= 0)) return null
  const off = Math.max(...booked.map((side, at) => percentOff(side, measured[at] ?? 0, tape_cm)))
  return stepReason(side_steps, off, `${sizeText(booked)} booked, ${sizeText(measured)} found`)
}

function weightReason({ weight_kg }: FoundParcel, parcel: MissingParcel): OwnerReason | null {
  if (weight_kg === null || parcel.weight_kg <= 0) return null
  const off = percentOff(parcel.weight_kg, weight_kg, scale_kg)
  return stepReason(weight_steps, off, `${parcel.weight_kg} kg booked, ${weight_kg} kg found`)
}

function percentOff(booked: number, measured: number, tolerance: number): number {
  const difference = Math.abs(booked - measured)
  return difference <= tolerance ? 0 : (difference / booked) * 100
}

function stepReason(
  steps: readonly { percent: number; points: number; text: string }[],
  off: number,
  values: string,
): OwnerReason | null {
  const step = steps.find(({ percent }) => off <= percent)
  return step ? { text: `${step.text}: ${values}`, points: step.points } : null
}

function descending(one: number, other: number): number {
  return other - one
}

function sizeText(sides: readonly number[]): string {
  return `${sides.join(' × ')} cm`
}

function placeReason({ branch_id }: FoundParcel, parcel: MissingParcel): OwnerReason {
  if (parcel.last_branch_id === branch_id) return { text: 'It was last scanned at this branch', points: 20 }
  if (parcel.delivery_branch_id === branch_id) return { text: 'It is expected at this branch', points: 18 }
  if (parcel.transient_branch_ids.includes(branch_id))
    return { text: 'Its route goes through this branch', points: 12 }
  if (parcel.collection_branch_id === branch_id)
    return { text: 'It was collected for this branch', points: 12 }
  return { text: 'This branch is not on its route', points: -10 }
}

function siblingReason({ siblings_here }: MissingParcel): OwnerReason | null {
  if (siblings_here === 0) return null
  const others = siblings_here === 1 ? '1 other parcel' : `${siblings_here} other parcels`
  return { text: `${others} of its shipment ${siblings_here === 1 ? 'is' : 'are'} here`, points: 15 }
}

function dayReason({ time_found }: FoundParcel, { last_seen }: MissingParcel): OwnerReason | null {
  if (last_seen === null) return null
  const days = Math.floor((time_found.getTime() - last_seen.getTime()) / day_ms)
  const points = day_steps.find((step) => days <= step.days)?.points ?? 0
  const when = days === 0 ? 'on the same day' : days === 1 ? '1 day before' : `${days} days before`
  return { text: `It was last scanned ${when}`, points }
}

function wordReason({ description }: FoundParcel, parcel: MissingParcel): OwnerReason | null {
  const known = new Set(wordsOf(parcel.description))
  const shared = [...new Set(wordsOf(description))].filter((word) => known.has(word))
  if (shared.length === 0) return null
  return {
    text: `Both descriptions say ${shared.map((word) => `"${word}"`).join(', ')}`,
    points: Math.min(word_points_max, shared.length * word_points),
  }
}

/** Returns the words of a description that tell parcels apart, in lower case; a plural counts as its singular. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [])
    .filter((word) => !common_words.includes(word))
    .map((word) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word))
}
