import { beforeAll, describe, expect, it, vi } from 'vitest'

let photosWait: (typeof import('./photos-on-wifi.ts'))['photosWait']
beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  ;({ photosWait } = await import('./photos-on-wifi.ts'))
})

describe('[DRV-008] photos on Wi-Fi only', () => {
  it.each([
    [true, 'mobile', false, true],
    [true, 'wifi', false, false],
    [true, 'mobile', true, false],
    [false, 'mobile', false, false],
    [true, 'unknown', false, false],
  ] as const)('chosen %s on %s, sent now %s: wait is %s', (isChosen, kind, isNow, isWaiting) => {
    expect(photosWait(isChosen, kind, isNow)).toBe(isWaiting)
  })
})
