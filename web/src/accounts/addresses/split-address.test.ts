import { empty_address } from '@waybill/domain/accounts/address'
import { describe, expect, it } from 'vitest'
import { streetIn, withPlace } from './address-suggestion.ts'
import { splitAddress } from './split-address.ts'

describe('splitting a pasted address', () => {
  it('splits the text from its end', () => {
    expect(splitAddress('31 Bath Avenue, Rosebank, Johannesburg, 2196')).toMatchObject({
      street_address: '31 Bath Avenue',
      local_area: 'Rosebank',
      city: 'Johannesburg',
      code: '2196',
      zone: 'GP',
    })
    expect(
      splitAddress('Unit 4\n12 Main Road\nSea Point\nCape Town\nWestern Cape 8005\nSouth Africa'),
    ).toMatchObject({
      street_address: 'Unit 4, 12 Main Road',
      local_area: 'Sea Point',
      city: 'Cape Town',
      code: '8005',
      zone: 'WC',
      country: 'South Africa',
    })
  })
  it('returns null for fewer than three parts', () => {
    expect(splitAddress('Rosebank, 2196')).toBeNull()
    expect(splitAddress('31 Bath Avenue')).toBeNull()
  })
})

describe('choosing a suburb', () => {
  const place = {
    label: 'Rosebank, Johannesburg, 2196',
    place_id: '',
    local_area: 'Rosebank',
    city: 'Johannesburg',
    code: '2196',
    zone: 'GP',
  }
  it('keeps the street typed before it and sets no coordinates', () => {
    expect(withPlace(empty_address, place, '31 Bath Avenue, Roseb')).toMatchObject({
      street_address: '31 Bath Avenue',
      local_area: 'Rosebank',
      lat: null,
    })
    expect(
      withPlace({ ...empty_address, street_address: '5 Oak Road' }, place, 'rosebank').street_address,
    ).toBe('5 Oak Road')
  })
  it('finds no street in text without a number', () => {
    expect(streetIn('Rosebank, Johannesburg')).toBe('')
  })
})
