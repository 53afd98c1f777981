import { describe, expect, it } from 'vitest'
import { friendlyCrash, isHarmless, isMissingPart } from './crash-text.ts'

describe('texts for a crashed page', () => {
  it('[ERR-015] [ERR-019] explains that cookies are disabled when storage access is denied', () => {
    const message = 'Cookies are disabled. Please enable cookies for this site and refresh the page.'
    expect(
      friendlyCrash(
        "Failed to read the 'localStorage' property from 'Window': Access is denied for this document.",
      ),
    ).toBe(message)
    expect(friendlyCrash('The operation is insecure.')).toBe(message)
  })

  it('[ERR-016] [ERR-019] explains that files are out of date when a program file cannot be loaded', () => {
    const message = 'Some files are out of date. Please clear your cache and refresh the page.'
    for (const crash of [
      'Failed to fetch dynamically imported module: https://courier.example/assets/Page-a1.js',
      'Importing a module script failed.',
      'Loading chunk 7 failed.',
      'Loading CSS chunk 7 failed.',
      'Unable to preload CSS for /assets/Page-a1.css',
    ]) {
      expect(friendlyCrash(crash)).toBe(message)
      expect(isMissingPart(crash)).toBe(true)
    }
  })

  it('[ERR-017] [ERR-019] explains that an extension blocks maps', () => {
    const message = 'A browser extension is blocking maps. Please disable it for this site.'
    expect(friendlyCrash('google is not defined')).toBe(message)
    expect(friendlyCrash('google not defined')).toBe(message)
  })

  it('[ERR-018] [ERR-019] treats errors without effect for the user as harmless', () => {
    expect(isHarmless('ResizeObserver loop completed with undelivered notifications.')).toBe(true)
    expect(
      isHarmless(
        "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
      ),
    ).toBe(true)
    expect(
      isHarmless(
        "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
      ),
    ).toBe(true)
    expect(isHarmless("Cannot read properties of undefined (reading 'id')")).toBe(false)
  })

  it('[SHELL-086] treats a failed write to the device as harmless', () => {
    expect(isHarmless('UnknownError: Failed to write to device')).toBe(true)
  })

  it('[SHELL-060] uses the general text for any other error', () => {
    expect(friendlyCrash('x is not a function')).toBe(
      'An error has occurred. Our development team has been notified and will attempt to fix the issue ASAP. Please try refreshing the page to resolve the issue.',
    )
  })
})
