import { expect, it } from 'vitest'
import { originOf } from './widget-origins.ts'

it.each([
  ['https://shop.example', 'https://shop.example'],
  [' https://Shop.example:8443/cart?x=1 ', 'https://shop.example:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://shop.example', null],
  ['shop.example', null],
  ['https://user:secret@shop.example', null],
  ['https://*.example', null],
  ['javascript:alert(1)', null],
])('reads the origin in %j as %j', (typed, origin) => {
  expect(originOf(typed)).toBe(origin)
})
