import { describe, expect, it } from 'vitest'
import { popupHelp } from './open-tab.ts'

describe('popup instructions', () => {
  it('[SHELL-079] explains how to allow popups in the given browser', () => {
    const addressBar =
      'Click the blocked pop-up icon at the right of the address bar and choose Always allow.'
    const help = (browser: string): string => popupHelp(`Mozilla/5.0 ${browser}`, 'courier.example')
    expect(help('Chrome/120.0.0.0 Safari/537.36')).toBe(addressBar)
    expect(help('Chrome/120.0.0.0 Safari/537.36 Edg/120.0')).toBe(addressBar)
    expect(help('Gecko/20100101 Firefox/120.0')).toBe(
      'Click Options in the bar at the top and choose Allow pop-ups.',
    )
    expect(help('Version/17.1 Safari/605.1.15')).toBe(
      'Open Settings > Websites > Pop-up Windows and choose Allow for courier.example.',
    )
  })
})
