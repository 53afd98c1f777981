import { formatLongDay } from '../kit/texts/format.ts'
import { initialOf, namesOf } from '../kit/texts/person-name.ts'
import type { ShipmentStatus } from '../shipments/statuses/status.ts'

/** The shipment data needed to explain the next step to the receiver. */
export interface Coming {
  /** The status, as the viewer may see it. */
  status: ShipmentStatus
  /** Whether the driver requires the PIN on delivery. */
  needs_pin: boolean
  estimated_collection: Date | null
  /** Suburb and town. */
  destination: string
  /** Name of the locker or counter where the sender drops it off; `''` for collection at the door. */
  dropoff_point: string
  /** Name of the locker or counter where the receiver collects it; `''` for delivery to the door. */
  pickup_point: string
}

/** What happens next and what the receiver can do: an emphasised title and the text. */
export interface NextStep {
  title: string
  text: string
}

/**
 * Returns the next step for each status; `null` when the journey has ended
 * (docs/domain/interface.md#public-tracking-page).
 */
export function nextStep(coming: Coming): NextStep | null {
  const { destination, dropoff_point, pickup_point } = coming
  switch (coming.status) {
    case 'payment-pending':
    case 'payment-failed':
      return { title: 'Waiting for payment.', text: 'We collect the parcel after it has been paid.' }
    case 'submitted':
    case 'outsourced':
    case 'collection-assigned':
    case 'collection-unassigned':
    case 'collection-rejected': {
      const day = coming.estimated_collection ? ` on ${formatLongDay(coming.estimated_collection)}` : ''
      return { title: 'Next step: collection.', text: `We collect the parcel from the sender${day}.` }
    }
    case 'awaiting-dropoff':
      return {
        title: 'Waiting for drop-off.',
        text: `The parcel travels on as soon as it has been dropped off${dropoff_point && ` at ${dropoff_point}`}.`,
      }
    case 'collection-exception':
    case 'collection-failed-attempt':
      return { title: 'We will try again.', text: 'We will contact the sender about a new time.' }
    case 'collected':
    case 'at-hub':
    case 'manifested':
    case 'ready-for-dispatch':
    case 'in-transit':
      return { title: 'On its way.', text: `Next it goes to the hub nearest to ${destination}.` }
    case 'at-destination-hub':
    case 'returned-to-hub':
    case 'delivery-assigned':
    case 'delivery-unassigned':
    case 'delivery-rejected':
      return pickup_point
        ? { title: 'Almost there.', text: `Next it is taken to ${pickup_point}.` }
        : { title: 'Almost there.', text: `Next a driver brings it to ${destination}.` }
    case 'bob-box-reservation-failed':
      return { title: 'Waiting for space.', text: 'It goes into the locker as soon as there is room.' }
    case 'out-for-delivery':
      if (pickup_point)
        return {
          title: 'Almost there.',
          text: `Next it is taken to ${pickup_point}. The receiver then gets the PIN and the time to collect it.`,
        }
      return coming.needs_pin
        ? {
            title: 'Have your PIN ready.',
            text: 'We sent it to the receiver. The driver asks for it at the door.',
          }
        : {
            title: 'Someone must be there.',
            text: 'The driver asks for a name and a signature at the door.',
          }
    case 'delivery-exception':
    case 'delivery-failed-attempt':
      return { title: 'We will try again.', text: 'Tell us if another day or place suits you better.' }
    case 'in-locker':
    case 'ready-for-pickup':
      return { title: 'Bring your PIN.', text: `You need it at ${pickup_point || 'the pickup point'}.` }
    case 'on-hold':
    case 'damaged':
      return {
        title: 'Our team is looking at it.',
        text: 'Contact us if you have heard nothing by tomorrow.',
      }
    default:
      return null
  }
}

/**
 * Returns the initials of a person, such as 'N. M.': at most two first names and the surname. The public sees no more
 * of a name (docs/domain/interface.md#public-tracking-page).
 */
export function initialsOf(name: string): string {
  const names = namesOf(name)
  const shownNames = names.length > 3 ? [...names.slice(0, 2), ...names.slice(-1)] : names
  return shownNames.map((word) => `${initialOf(word)}.`).join(' ')
}
