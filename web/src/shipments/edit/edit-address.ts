/** The sections of the page that edits a shipment; each is the id of its heading. */
const sections = {
  collection: 'collection-title',
  delivery: 'delivery-title',
  parcels: 'parcels-title',
  references: 'references-title',
} as const
export type EditSection = keyof typeof sections

/** Returns the address of the page that edits a shipment, at one of its sections. */
export function editAddress(id: number, section?: EditSection): string {
  return `/shipments/${id}/edit${section ? `#${sections[section]}` : ''}`
}
