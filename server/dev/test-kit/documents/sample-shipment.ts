import { samplePng } from './sample-png.ts'
import type { DigitalPod } from '../../../src/shipments/documents/digital-pod.ts'
import type { LabelShipment } from '../../../src/shipments/documents/label-data.ts'
/** Returns a shipment with every field filled, for tests of printed documents. `changes` replaces fields. */
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
    cod_amount: 0,
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

/** Returns a delivery with every field filled, a signature and `photos` photos. */
export function samplePod(changes: Partial<DigitalPod> = {}, photos = 3): DigitalPod {
  const { brand, collection, delivery, tracking_reference, short_tracking_reference } = sampleShipment()
  const wave = (x: number, y: number) => Math.abs(y - 40 - 25 * Math.sin(x / 13) * Math.cos(x / 41)) < 2
  return {
    brand,
    collection,
    delivery,
    tracking_reference,
    short_tracking_reference,
    customer_reference: 'PO-48213',
    account_name: 'Sample Traders',
    service_level_name: 'Economy',
    parcel_count: 2,
    delivered_at: new Date('2025-03-04T15:06:00Z'),
    lat: -33.921_97,
    lng: 18.421_16,
    message: 'Recipient details entered and POD file(s) captured',
    driver_name: 'Sipho Dlamini',
    recipient_name: 'Renée Šimić',
    recipient_mobile_number: '+27 82 555 0123',
    recipient_department: 'Reception',
    description: 'Handed over at the front desk.',
    authorised_person: '',
    evidence: '',
    is_pin_used: true,
    signature: samplePng(260, 80, (x, y) => [20, 24, 31, wave(x, y) ? 255 : 0]),
    photos: Array.from({ length: photos }, (_, n) => ({
      name: `photo-${n + 1}.png`,
      bytes: samplePng(n % 2 === 0 ? 90 : 50, 70, (x, y) => [120 + x, 150 + y, 200 - 30 * n, 255]),
    })),
    ...changes,
  }
}

/** Returns a shipment with very long texts: parcel 200 of 200, a return with COD and POD. */
export function wordyShipment(changes: Partial<LabelShipment> = {}): LabelShipment {
  const delivery = {
    name: 'Maria-Magdalena van der Westhuizen-Oosthuizen ḓḽṋṱ',
    company: 'Nelspruit Agricultural Machinery & Irrigation Supplies (Pty) Ltd',
    address_lines: [
      'Warehouse 17B, Industria Logistics Park, corner of Old Pretoria Main Road',
      'Extension 29 Riverside Park Industrial Township',
      'Mbombela, Ehlanzeni District Municipality',
      'Mpumalanga 1201',
    ],
    phone: '+27 82 123 4567 / +27 13 755 0000',
  }
  const instructions =
    'Call before arrival; deliver at gate 4; ask for the stores manager; forklift available until 16:00.'
  return sampleShipment({
    brand: { title: 'The Very Long Named National Courier and Freight Company of Southern Africa' },
    tracking_reference: 'SLX-ORDER-20251',
    service_level_code: 'OVERNIGHT',
    service_level_name: 'Overnight express before 10:30 with Saturday delivery',
    routing_number: 'JNB-MENLYN-J14',
    collection_branch_code: 'PTANRT',
    delivery_branch_code: 'JNBWST',
    delivery,
    collection: delivery,
    account_name: delivery.company,
    customer_reference: 'PO-2025-0000048213-REV-B-LONG',
    is_return: true,
    cod_amount: 12_345_00,
    is_pod_required: true,
    collection_instructions: instructions.repeat(3),
    delivery_instructions: instructions.repeat(3),
    terms:
      'Goods are carried under the conditions of carriage, which limit liability for loss, damage and delay. '.repeat(
        20,
      ),
    parcels: [
      {
        tracking_reference: 'SLX-ORDER-20251/200',
        n: 200,
        of: 200,
        weight_kg: 1234.56,
        description: delivery.company,
      },
    ],
    ...changes,
  })
}
