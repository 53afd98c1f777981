import type { Compartment, PickupPoint } from './model.ts'

/** The inside of a compartment: sizes in cm, weight in kg. */
export interface Box {
  name: string
  length: number
  width: number
  height: number
  weight: number
}

/**
 * Compartments by network; `tcg-locker` V4-XL is from the network's own list (PP-003…PP-014,
 * docs/domain/pickup-points.md).
 */
export const standard_compartments: Readonly<Record<'bob-box' | 'tcg-locker', readonly Box[]>> = {
  'bob-box': [
    { name: 'small', length: 32, width: 56, height: 12, weight: 6 },
    { name: 'medium', length: 32, width: 56, height: 26, weight: 12 },
    { name: 'large', length: 32, width: 56, height: 53, weight: 24 },
  ],
  'tcg-locker': [
    { name: 'V4-XS', length: 17, width: 60, height: 8, weight: 2 },
    { name: 'V4-S', length: 41, width: 60, height: 8, weight: 5 },
    { name: 'V4-M', length: 41, width: 60, height: 19, weight: 10 },
    { name: 'V4-L', length: 41, width: 60, height: 41, weight: 15 },
    { name: 'V4-XL', length: 41, width: 60, height: 69, weight: 20 },
  ],
}

/** The sizes a parcel can be booked in, by network; a `ram-counter` has no size limits here (PP-003…PP-006). */
export const pickup_point_sizes: Readonly<
  Record<'bob-box' | 'tcg-locker' | 'ram-counter', readonly string[]>
> = {
  'bob-box': namesOf('bob-box'),
  'tcg-locker': namesOf('tcg-locker'),
  'ram-counter': ['any'],
}

/** Returns the sizes of a network; `null` when they are not known in advance, as for the company's own network. */
export function sizesOf(network: string | null): readonly string[] | null {
  return Object.entries(pickup_point_sizes).find(([name]) => name === network)?.[1] ?? null
}

function namesOf(network: keyof typeof standard_compartments): string[] {
  return standard_compartments[network].map(({ name }) => name)
}

/** Parcel measures for the fit; actual values take precedence over submitted ones (PP-016). */
export interface Fitted {
  submitted_length_cm?: number | null | undefined
  submitted_width_cm?: number | null | undefined
  submitted_height_cm?: number | null | undefined
  submitted_weight_kg?: number | null | undefined
  actual_length_cm?: number | null | undefined
  actual_width_cm?: number | null | undefined
  actual_height_cm?: number | null | undefined
  actual_weight_kg?: number | null | undefined
}

/** Checks whether a parcel fits: it is not too heavy, and its sizes fit in any orientation (PP-015). */
export function fits(parcel: Fitted, box: Box): boolean {
  const weight = parcel.actual_weight_kg || parcel.submitted_weight_kg || 0
  const inside = sorted([box.length, box.width, box.height])
  return weight <= box.weight && sizes(parcel).every((size, position) => size <= (inside[position] ?? 0))
}

/** Returns the compartment to reserve: the smallest free one that fits; `null` when there is none (PP-017, PP-018). */
export function chooseCompartment<Choice extends Box | Compartment>(
  parcel: Fitted,
  compartments: readonly Choice[],
): Choice | null {
  const possible = compartments.filter((box) => fits(parcel, box) && (!('available' in box) || box.available))
  return possible.reduce<Choice | null>(
    (best, box) => (best && volume(best) <= volume(box) ? best : box),
    null,
  )
}

/**
 * Returns the compartments of a point that count when a shipment is booked. A door of an own locker is chosen when the
 * parcel goes out, so every size counts as free until then; networks say themselves what they still accept
 * (docs/decisions/0104-places-at-pickup-points.md).
 */
export function bookableCompartments({
  pickup_point_provider,
  compartments,
}: Pick<PickupPoint, 'pickup_point_provider' | 'compartments'>): Compartment[] {
  return pickup_point_provider === 'own'
    ? compartments.map((compartment) => ({ ...compartment, available: true }))
    : compartments
}

/** Returns the names of the free compartments that fit every parcel; `null` when the locker lists no compartments. */
export function freeCompartments(
  parcels: readonly Fitted[],
  compartments: readonly Compartment[],
): string[] | null {
  if (compartments.length === 0) return null
  return compartments
    .filter((box) => parcels.every((parcel) => chooseCompartment(parcel, [box]) !== null))
    .map(({ name }) => name)
}

/** Message when no compartment fits (PP-018). */
export const nothing_fits = 'This parcel does not fit into any compartment of this locker.'

/** Message for more parcels than a shipment from or to a pickup point can have (SHIP-044). */
export const one_parcel_only = 'Pickup point shipments can only have one parcel.'

/** Message when every compartment of a locker is occupied. */
export const nothing_free = 'No compartment of this locker is free now.'

/** Why a parcel fits no free compartment of a locker, and the field that gets the message. */
export interface NoFit {
  measure: 'submitted_height_cm' | 'submitted_weight_kg'
  message: string
}

/**
 * Returns why a parcel fits no free compartment, with what the largest free one takes; `null` when the parcel fits,
 * or when the locker lists no compartments (PP-018).
 */
export function noFitOf(parcel: Fitted, compartments: readonly Compartment[]): NoFit | null {
  if (compartments.length === 0 || chooseCompartment(parcel, compartments)) return null
  const free = compartments.filter(({ available }) => available)
  const largest = largestFree(compartments)
  if (!largest) return { measure: 'submitted_height_cm', message: nothing_free }
  const weightless = { ...parcel, actual_weight_kg: undefined, submitted_weight_kg: undefined }
  const isTooHeavy = chooseCompartment(weightless, free) !== null
  return {
    measure: isTooHeavy ? 'submitted_weight_kg' : 'submitted_height_cm',
    message: `${nothing_fits} The largest free one takes ${sizeText(largest)}.`,
  }
}

/** Returns the largest free compartment of a locker; `undefined` when none is free or the point has none. */
export function largestFree(compartments: readonly Compartment[]): Compartment | undefined {
  return compartments
    .filter(({ available }) => available)
    .toSorted((one, other) => volume(other) - volume(one))[0]
}

/** Returns what a compartment takes as text: `60 × 41 × 19 cm and 10 kg`. */
export function sizeText({ length, width, height, weight }: Box): string {
  return `${length} × ${width} × ${height} cm and ${weight} kg`
}

function sizes(parcel: Fitted): number[] {
  return sorted([
    parcel.actual_length_cm || parcel.submitted_length_cm || 0,
    parcel.actual_width_cm || parcel.submitted_width_cm || 0,
    parcel.actual_height_cm || parcel.submitted_height_cm || 0,
  ])
}

function sorted(values: number[]): number[] {
  return values.sort((a, b) => a - b)
}

function volume(box: Box): number {
  return box.length * box.width * box.height
}

/** Returns the sides in cm and the weight in kg that decide whether a parcel fits (PP-016). */
export function fitMeasures(parcel: Fitted): { sides: readonly [number, number, number]; weight: number } {
  const [shortest = 0, middle = 0, longest = 0] = sizes(parcel)
  return {
    sides: [shortest, middle, longest],
    weight: parcel.actual_weight_kg || parcel.submitted_weight_kg || 0,
  }
}
