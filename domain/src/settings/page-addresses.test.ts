import { expect, it } from 'vitest'
import { isAllowedAddress } from './page-addresses.ts'

it.each([
  ['', [], [], true],
  ['wss://fynbos.example/api/live', ['fynbos.example'], [], true],
  ['wss://evil.example/api/live', ['fynbos.example'], [], false],
  ['wss://evil.example/api/live', [], 'any', true],
  ['https://tiles.example/{z}/{x}/{y}.png', [], ['tiles.example'], true],
  ['https://{s}.tiles.example/{z}/{x}/{y}.png', [], ['.tiles.example'], true],
  ['https://tiles.example.evil.example/{z}', [], ['.tiles.example', 'tiles.example'], false],
  ['https://eviltiles.example/{z}', [], ['.tiles.example'], false],
  ['https://tiles.example@evil.example/', [], ['tiles.example'], false],
  ['no address', [], ['no address'], false],
  ['https://evil.example\\@tiles.example/', [], ['tiles.example'], false],
  ['https://tiles.example\\.evil.example/', [], ['tiles.example'], false],
  ['javascript://tiles.example/', [], ['tiles.example'], false],
] as const)(
  'address %s for a company with hosts %j and allowed hosts %j: allowed is %s',
  (address, own, allowed, expected) => {
    expect(isAllowedAddress(address, own, allowed)).toBe(expected)
  },
)
