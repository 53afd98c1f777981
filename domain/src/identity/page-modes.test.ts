import { expect, it } from 'vitest'
import { isKiosk, offeredPageModes, page_mode_labels, pageModeOf, shipment_page_modes } from './page-modes.ts'

it('[SHIP-100] defines five modes with these labels', () => {
  expect(shipment_page_modes.map((mode) => page_mode_labels[mode])).toEqual([
    'Default',
    'Data capturing',
    'Kiosk',
    'Mobile',
    'Kiosk with payment flow',
  ])
})

it('[SHIP-101] offers the kiosk mode with payment flow only with the counter integration', () => {
  expect(offeredPageModes(true)).toEqual(shipment_page_modes)
  expect(offeredPageModes(false)).toEqual(['default', 'data-capturing', 'kiosk', 'mobile'])
})

it('[SHIP-102] prefers the user’s own mode to the company mode while it is offered', () => {
  expect(pageModeOf('kiosk', 'mobile', false)).toBe('kiosk')
  expect(pageModeOf(null, 'mobile', false)).toBe('mobile')
  expect(pageModeOf('', 'mobile', false)).toBe('mobile')
  expect(pageModeOf('kiosk-with-payment-flow', 'kiosk', false)).toBe('kiosk')
  expect(pageModeOf('kiosk-with-payment-flow', 'default', true)).toBe('kiosk-with-payment-flow')
  expect(pageModeOf(null, 'kiosk-with-payment-flow', false)).toBe('default')
})

it('identifies the kiosk modes', () => {
  expect([...shipment_page_modes, null].map(isKiosk)).toEqual([false, false, true, false, true, false])
})
