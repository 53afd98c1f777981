const first_names = [
  'Naledi',
  'Thabo',
  'Anneke',
  'Yusuf',
  'Lerato',
  'Pieter',
  'Zanele',
  'Priya',
  'Kagiso',
  'Megan',
]
const last_names = [
  'Mokoena',
  'Botha',
  'Naidoo',
  'Khumalo',
  'van Wyk',
  'Dlamini',
  'Adams',
  'Mthembu',
  'Jacobs',
  'Pillay',
]
const streets = [
  'Bath Avenue',
  'Oxford Road',
  'Jan Smuts Avenue',
  'Corlett Drive',
  'Louis Botha Avenue',
  'Rivonia Road',
]
const shops = [
  'Overberg',
  'Karoo',
  'Umgeni',
  'Highveld',
  'Kalahari',
  'Drakensberg',
  'Cederberg',
  'Wild Coast',
]
const goods = ['Books', 'Shoes', 'Spare parts', 'Samples', 'Documents', 'Tea', 'Candles', 'Toys']

const any = (words: readonly string[]): string => words[Math.floor(Math.random() * words.length)] ?? ''
const number = (below: number): number => Math.floor(Math.random() * below)
const mobile = (): string => `08${2 + number(3)}${String(number(1e7)).padStart(7, '0')}`
/** Up to about 1 km away. */
const near = (degrees: number): number => Number((degrees + (Math.random() - 0.5) / 50).toFixed(5))

const from = () => ({
  company: `${any(shops)} ${any(goods)}`,
  street_address: `${1 + number(400)} Bofors Circle`,
  local_area: 'Epping',
  city: 'Cape Town',
  code: '7460',
  zone: 'WC',
  lat: near(-33.93),
  lng: near(18.54),
})
const to = () => ({
  street_address: `${1 + number(2_000)} ${any(streets)}`,
  local_area: 'Rosebank',
  city: 'Johannesburg',
  code: '2196',
  zone: 'GP',
  lat: near(-26.14),
  lng: near(28.04),
})
const parcel = () => ({
  submitted_length_cm: 42.5,
  submitted_width_cm: 38.5,
  submitted_height_cm: 5.5,
  submitted_weight_kg: 1 + number(5),
  parcel_description: any(goods),
})
const person = () => ({ name: `${any(first_names)} ${any(last_names)}`, mobile_number: mobile() })

/** Returns a booking from Cape Town to Johannesburg with names, places and numbers of its own. */
export function booking(parcels: number) {
  return {
    collection_address: from(),
    collection_contact: person(),
    delivery_address: to(),
    delivery_contact: person(),
    parcels: Array.from({ length: parcels }, parcel),
    service_level_code: 'ECO',
    customer_reference: `PO-${number(1e9)}`,
  }
}

export function quote() {
  return { collection_address: from(), delivery_address: to(), parcels: [parcel()] }
}
