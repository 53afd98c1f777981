import type { LabelShipment } from './label-data.ts'
/** A shipment with every field filled, for tests of printed documents; `changes` replaces what a test is about. */
export function sampleShipment(changes: Partial<LabelShipment> = {}, parcels = 1): LabelShipment {
  const shipment: LabelShipment = {
    brand: { title: 'Karoo Couriers' },
    tracking_url: 'https://couriers.example.co.za/track?ref=',
    tracking_reference: 'KARK7M2QX',
    short_tracking_reference: 'K7M2QX',
    date: new Date('2025-03-04T15:06:00Z'),
    service_level_code: 'ECO',
    service_level_name: 'Economy',
    routing_number: 'CPT-4',
    collection_branch_code: 'PTA',
    delivery_branch_code: 'CPT',
    collection: {
      name: 'Thabo Mokoena',
      company: 'Sample Traders',
      address_lines: ['12 Example Street', 'Sampleville', 'Pretoria 0001'],
      phone: '+27 82 123 4567',
    },
    delivery: {
      name: 'Renée Šimić',
      company: 'Bluegum Books',
      address_lines: ['Unit 4, 88 Long Street', 'City Bowl', 'Cape Town 8001', 'Western Cape'],
      phone: '+27 21 555 0199',
    },
    is_locker_delivery: false,
    account_name: 'Sample Traders',
    customer_reference: 'PO-48213',
    is_cash_on_delivery: false,
    is_pod_required: false,
    is_return: false,
    collection_instructions: 'Ring at the side gate.',
    delivery_instructions: 'Leave with reception, second floor.',
    terms: 'Carried under our conditions of carriage.',
    parcels: [],
    ...changes,
  }
  const made = Array.from({ length: parcels }, (_, index) => ({
    tracking_reference: `${shipment.tracking_reference}/${index + 1}`,
    n: index + 1,
    of: parcels,
    weight_kg: 2.5 + (index % 7),
    description: 'Carton of books',
  }))
  return { ...shipment, parcels: changes.parcels ?? made }
}
