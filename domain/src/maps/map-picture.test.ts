import { describe, expect, it } from 'vitest'
import { mapPicture } from './map-picture.ts'
import { google_maps_client_key } from './settings.ts'

const route = {
  from: { lat: -33.93, lng: 18.54 },
  to: { lat: -26.14, lng: 28.04 },
  stops: [{ lat: -29.1, lng: 26.2 }],
}
const requested = (key: string) =>
  new URL(mapPicture(key, route, { width: 900, height: 204 }) ?? 'about:blank').searchParams

describe('route picture URL', () => {
  it('[SHELL-084] contains the client key from the settings and is null without a key', () => {
    expect(google_maps_client_key.default).toBe('')
    expect(mapPicture(google_maps_client_key.default, route, { width: 300, height: 204 })).toBeNull()
    expect(requested(' AIza key&x=1 ').get('key')).toBe('AIza key&x=1')
    expect(requested('AIza').get('x')).toBeNull()
  })

  it('marks both ends, draws the path between them and limits the size to what the service accepts', () => {
    expect(requested('k').getAll('markers')).toEqual([
      'size:mid|label:A|-33.93000,18.54000',
      'size:mid|label:B|-26.14000,28.04000',
    ])
    expect(requested('k').get('path')).toBe(
      'color:0x1d4ed8ff|weight:3|-33.93000,18.54000|-29.10000,26.20000|-26.14000,28.04000',
    )
    expect(requested('k').get('size')).toBe('640x204')
  })
})
