import { expect, it } from 'vitest'
import { AddressInput } from '../accounts/address.ts'
import { withTerminals } from './terminal.ts'

it.each([
  [{ terminal_id: 'CG54' }, undefined, 'CG54'],
  [
    { terminal_id: ' CG54 : Rivonia locker at the petrol station, open all day and all night' },
    undefined,
    'CG54',
  ],
  [{ terminal_id: 54 }, undefined, '54'],
  [{ terminal_id: '' }, undefined, undefined],
  [{ terminal_id: 'CG54' }, 'CG55', 'CG55'],
  [{ city: 'Sandton' }, undefined, undefined],
])(
  'takes the terminal of an address as the pickup point unless one is named: %j, %j',
  (sent, named, wanted) => {
    const side = { address: AddressInput.decode(sent), point: named }
    expect(
      withTerminals({
        collection_address: side.address,
        collection_pickup_point_id: side.point,
        delivery_address: side.address,
        delivery_pickup_point_id: side.point,
      }),
    ).toMatchObject({ collection_pickup_point_id: wanted, delivery_pickup_point_id: wanted })
  },
)
