import { afterEach, describe, expect, it, vi } from 'vitest'
import { positionNow, watchPosition } from './phone-position.ts'

afterEach(() => vi.unstubAllGlobals())

describe('phone position', () => {
  it('[SHELL-081] is requested with a 10 s timeout and a maximum age of 5 minutes', () => {
    const requestedOptions: PositionOptions[] = []
    const stopped: number[] = []
    vi.stubGlobal('navigator', {
      geolocation: {
        watchPosition: (found: PositionCallback, _lost: unknown, options: PositionOptions) => {
          requestedOptions.push(options)
          found({ coords: { latitude: -33.9, longitude: 18.4, accuracy: 12 } } as GeolocationPosition)
          return 7
        },
        clearWatch: (id: number) => stopped.push(id),
      },
    })
    const stop = watchPosition()
    expect(requestedOptions).toEqual([expect.objectContaining({ timeout: 10_000, maximumAge: 300_000 })])
    expect(positionNow()).toEqual({ lat: -33.9, lng: 18.4, accuracy: 12 })
    stop()
    expect(stopped).toEqual([7])
  })
})
