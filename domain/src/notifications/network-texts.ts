import type { PayloadOf } from '../kit/event.ts'
import type { networkNeedsStaff } from '../lockers/events.ts'
import { network_labels } from '../pickup-points/model.ts'
import type { InboxText } from './inbox-texts.ts'

/** Returns the message to staff about a problem with a network of lockers or counters. */
export function networkText({
  network,
  problem,
  reason,
  subjects,
  count,
}: PayloadOf<typeof networkNeedsStaff>): InboxText {
  const name = network_labels[network]
  const more = count > subjects.length ? ` and ${count - subjects.length} more` : ''
  const named = `${subjects.join(', ')}${more}`
  const one = count === 1
  switch (problem) {
    case 'list-refused':
      return {
        subject: `${name}: the list of locations was refused`,
        text: `${reason}\n\nNothing was changed. Ask the network, then update the locations again.`,
      }
    case 'list-unread':
      return {
        subject: `${name}: the list of locations could not be read`,
        text: `${reason}\n\nNothing was changed. It is read again in the next night.`,
      }
    case 'points-closed':
      return {
        subject: `${name}: ${one ? 'a location' : `${count} locations`} with parcels closed`,
        text: `The network no longer lists ${named}. Ask the network about the parcels there, and choose another place for those on their way.`,
      }
    case 'reports-unmatched':
      return {
        subject: `${name}: ${one ? 'a report fits' : `${count} reports fit`} no parcel`,
        text: `The network reported about ${named}, but no parcel has a place with ${one ? 'this number' : 'these numbers'} there, or it was not deposited. ${one ? 'The report is' : 'The reports are'} kept for three days and applied if that changes. Compare with the network.`,
      }
    case 'reports-rejected':
      return {
        subject: `${name}: a report about ${named} could not be applied`,
        text: `${reason}\n\nOpen the shipment and enter by hand what happened.`,
      }
  }
}
