import type { CountDifference, CounterActionType, CounterParcel } from './model.ts'

/** Whether a text is one of the references of a parcel. */
export function isCalled(
  parcel: Pick<CounterParcel, 'reference' | 'other_references'>,
  text: string,
): boolean {
  return parcel.reference === text || parcel.other_references.includes(text)
}

/** Whether a parcel must be at the point now. */
export function isHere({ state }: Pick<CounterParcel, 'state'>): boolean {
  return state === 'waiting' || state === 'for-driver'
}

/** Compares the parcels that must be at a point with the references that were scanned there. */
export function compareCount(
  parcels: readonly Pick<CounterParcel, 'reference' | 'other_references' | 'state'>[],
  counted: readonly string[],
): CountDifference {
  const here = parcels.filter(isHere)
  return {
    missing: here
      .filter((parcel) => !counted.some((text) => isCalled(parcel, text)))
      .map(({ reference }) => reference),
    unexpected: [...new Set(counted)].filter((text) => !here.some((parcel) => isCalled(parcel, text))),
  }
}

/**
 * Returns the parcels of a point after actions that this device has not sent yet, so that the screen is right without
 * a connection. Parcels that the device does not know are left out.
 */
export function afterUnsent(
  parcels: readonly CounterParcel[],
  unsent: readonly { type: CounterActionType; reference?: string | undefined }[],
): CounterParcel[] {
  return parcels.map((parcel) =>
    unsent
      .filter(({ reference }) => reference !== undefined && isCalled(parcel, reference))
      .reduce((before, { type }) => afterAction(before, type), parcel),
  )
}

function afterAction(parcel: CounterParcel, type: CounterActionType): CounterParcel {
  if (type === 'take-in')
    return parcel.state === 'expected'
      ? { ...parcel, state: parcel.leg === 'collection' ? 'for-driver' : 'waiting', has_come_today: true }
      : parcel
  return type === 'close-day' || !isHere(parcel) ? parcel : { ...parcel, state: 'left' }
}
