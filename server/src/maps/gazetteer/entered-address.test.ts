import { describe, expect, it } from 'vitest'
import { parseEnteredAddress } from './entered-address.ts'

const parts = { company: '', street_address: '', local_area: '', city: '', code: '', zone: '' }

describe('parsing of a one-line address', () => {
  it.each([
    [
      '12 Gwigwi Mrwebi Street, Newtown, Johannesburg, 2001, Gauteng, South Africa',
      {
        street_address: '12 Gwigwi Mrwebi Street',
        local_area: 'Newtown',
        city: 'Johannesburg',
        code: '2001',
        zone: 'GP',
      },
    ],
    [
      '14 Strand Street, Cape Town, Western Cape, 8001',
      { street_address: '14 Strand Street', city: 'Cape Town', code: '8001', zone: 'WC' },
    ],
    [
      '12 Main Road Rosebank Johannesburg 2196',
      { street_address: '12 Main Road', local_area: 'Rosebank', city: 'Johannesburg', code: '2196' },
    ],
    [
      'Shop 5, Menlyn Mall, Atterbury Road, Menlyn, Pretoria 0181',
      {
        street_address: 'Shop 5, Menlyn Mall, Atterbury Road',
        local_area: 'Menlyn',
        city: 'Pretoria',
        code: '0181',
      },
    ],
    [
      'Acme Traders, 2196 Long Street, Port Elizabeth, ZA-EC',
      { company: 'Acme Traders', street_address: '2196 Long Street', city: 'Port Elizabeth', zone: 'EC' },
    ],
    [
      '7 Impala Close\nSummer Hill Estate\nPolokwane\n0699',
      { street_address: '7 Impala Close', local_area: 'Summer Hill Estate', city: 'Polokwane', code: '0699' },
    ],
    ['Soshanguve Ext 3, Pretoria', { local_area: 'Soshanguve Ext 3', city: 'Pretoria' }],
    ['Parys', { city: 'Parys' }],
    ['2196', { code: '2196' }],
    ['5 Unknown Way', { street_address: '5 Unknown Way' }],
    ['', {}],
  ])('parses %s', (line, expected) => {
    expect(parseEnteredAddress(line)).toEqual({ ...parts, ...expected })
  })
})
