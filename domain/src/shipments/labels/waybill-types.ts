/** One page per parcel, or one page for the whole shipment (SHIP-107). */
export const waybill_types = ['parcel', 'shipment'] as const
