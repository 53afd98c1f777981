import { describe, expect, it } from 'vitest'
import { addressDoubt } from './address-doubts.ts'

const at = (streetAddress: string, localArea = 'Epping', code = '7460') => ({
  street_address: streetAddress,
  local_area: localArea,
  code,
})

describe('doubtful street addresses', () => {
  it.each(['PO Box 12', 'P.O. Box 7', 'p o box 3', 'Private Bag X5', 'Posbus 9'])(
    'reports a doubt for %s',
    (street) => {
      expect(addressDoubt(at(street), null)).toBe(
        'Enter a street address. Drivers cannot collect or deliver at a PO Box or private bag.',
      )
    },
  )

  it.each(['12 Box Street', '4 Postbus Lane', ''])('reports no doubt for %j', (street) => {
    expect(addressDoubt(at(street), at('1 Main Road'))).toBe('')
  })

  it('reports a doubt when both ends have the same address, ignoring case and extra spaces', () => {
    const same = 'Collection and delivery are the same address.'
    expect(addressDoubt(at('12 Bofors  Circle'), at('12 bofors circle', 'EPPING'))).toBe(same)
    expect(addressDoubt(at('12 Bofors Circle'), at('14 Bofors Circle'))).toBe('')
    expect(addressDoubt(at(''), at(''))).toBe('')
    expect(addressDoubt(at('12 Bofors Circle'), null)).toBe('')
  })
})
