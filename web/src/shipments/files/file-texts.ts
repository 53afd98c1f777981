import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import type {
  FileOrigin,
  FileVisibility,
  ListedShipmentFile,
  ShipmentFileKind,
} from '@waybill/domain/shipments/files/shipment-file'

export const kind_words: Readonly<Record<ShipmentFileKind, string>> = {
  photo: 'Photo',
  invoice: 'Invoice',
  customs: 'Customs document',
  damage: 'Damage',
  other: 'Other',
}

export const origin_words: Readonly<Record<FileOrigin, string>> = {
  upload: '',
  note: 'Note',
  'proof-of-delivery': 'Proof of delivery',
  'tracking-event': 'Tracking event',
}

const staff_words: Readonly<Record<FileVisibility, string>> = {
  staff: 'Only staff',
  account: 'Staff and customer',
  public: 'Everybody with the link',
}

/** Returns who may read a file, as the reader says it: customers are not told about 'the customer'. */
export function visibilityText(me: Actor, visibility: FileVisibility): string {
  return !isStaff(me) && visibility === 'account' ? 'Us and the courier' : staff_words[visibility]
}

/**
 * Returns the name to display. Pictures of a driver's phone are named by a random id, so those are named by their
 * origin.
 */
export function fileTitle({ display_name, origin, kind }: ListedShipmentFile): string {
  const isRandom = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\./.test(display_name)
  if (!isRandom) return display_name
  return origin === 'upload'
    ? kind_words[kind]
    : `${kind_words[kind]} of ${origin_words[origin].toLowerCase()}`
}
