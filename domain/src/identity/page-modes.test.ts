import { expect, it } from 'vitest'
import { isKiosk, offeredPageModes, page_mode_labels, pageModeOf, shipment_page_modes } from './page-modes.ts'

it('[SHIP-100] the modes are these five', () => {
  expect(shipment_page_modes.map((mode) => page_mode_labels[mode])).toEqual([
    'Default',
    'Data capturing',
    'Kiosk',
    'Mobile',
    'Kiosk with payment flow',
  ])
})

it('[SHIP-101] the one with payment is offered with the counter integration only', () => {
  expect(offeredPageModes(true)).toEqual(shipment_page_modes)
  expect(offeredPageModes(false)).toEqual(['default', 'data-capturing', 'kiosk', 'mobile'])
})

it('[SHIP-102] a mode of one’s own goes before that of the company, while it is offered', () => {
  expect(pageModeOf('kiosk', 'mobile', false)).toBe('kiosk')
  expect(pageModeOf(null, 'mobile', false)).toBe('mobile')
  expect(pageModeOf('', 'mobile', false)).toBe('mobile')
  expect(pageModeOf('kiosk-with-payment-flow', 'kiosk', false)).toBe('kiosk')
  expect(pageModeOf('kiosk-with-payment-flow', 'default', true)).toBe('kiosk-with-payment-flow')
  expect(pageModeOf(null, 'kiosk-with-payment-flow', false)).toBe('default')
})

it('knows the pages that many people use', () => {
  expect([...shipment_page_modes, null].map(isKiosk)).toEqual([false, false, true, false, true, false])
})
