import { expect, it } from 'vitest'
import { emptyBooking } from '../booking.ts'
import { typicalCollection, type Collection } from './typical-collection.ts'

const empty = emptyBooking({
  collection: { from: '08:00', to: '17:00' },
  delivery: { from: '08:00', to: '17:00' },
  parcel_type: undefined,
  account_id: null,
  now: new Date('2026-11-18T08:00:00Z'),
})
const usualOf = (localArea: string, name: string): Collection => ({
  collection_address: { ...empty.collection_address, local_area: localArea },
  collection_address_book_id: 7,
  collection_contact: { ...empty.collection_contact, name },
  special_instructions_collection: `Ask for ${name}`,
})
const epping = usualOf('Epping', 'Riaan')
const menlyn = usualOf('Menlyn', 'Lindiwe')

it('fills empty fields and replaces the values filled for another account', () => {
  expect(typicalCollection(empty, epping, empty, null)).toEqual(epping)
  expect(typicalCollection({ ...empty, ...epping }, menlyn, empty, epping)).toEqual(menlyn)
})

it('overwrites no typed value and fills nothing when a pickup point is chosen', () => {
  const typed = { ...empty.collection_address, local_area: 'Hatfield' }
  expect(typicalCollection({ ...empty, collection_address: typed }, epping, empty, null)).toEqual({})
  expect(
    typicalCollection({ ...empty, ...epping, collection_address: typed }, menlyn, empty, epping),
  ).toEqual({})
  const named = { ...empty, collection_contact: { ...empty.collection_contact, name: 'Zanele' } }
  expect(typicalCollection(named, epping, empty, null)).toEqual({
    collection_address: epping.collection_address,
    collection_address_book_id: 7,
    special_instructions_collection: 'Ask for Riaan',
  })
  expect(typicalCollection({ ...empty, collection_pickup_point_id: 'CG1' }, epping, empty, null)).toEqual({})
})
