import { hubApi } from '@waybill/domain/hub/api'
import { startupApi } from '@waybill/domain/startup/api'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { withSentTimes } from './sent-times.ts'

afterEach(() => vi.unstubAllGlobals())

const moment = new Date('2026-03-04T22:05:09.123Z')

describe('datetimes in requests', () => {
  it('[API-018] formats every datetime of the input as YYYY-MM-DD HH:mm:ssZ at any depth', () => {
    const given = { since: moment, legs: [{ at: moment, note: 'x' }], day: '2026-03-05', none: null }
    const encoded = {
      since: moment.toISOString(),
      legs: [{ at: moment.toISOString(), note: 'x' }],
      day: '2026-03-04T22:00:00.000Z',
      none: null,
    }
    expect(withSentTimes(given, encoded)).toEqual({
      ...encoded,
      since: '2026-03-05 00:05:09+02:00',
      legs: [{ at: '2026-03-05 00:05:09+02:00', note: 'x' }],
    })
  })

  it('[API-018] sends datetimes in this format in query strings and bodies', async () => {
    const sent: string[] = []
    vi.stubGlobal('localStorage', { getItem: () => null })
    vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
      sent.push(decodeURIComponent(url), typeof body === 'string' ? body : '')
      return Promise.resolve(new Response('{}', { status: 500 }))
    })
    await call(startupApi.generalData, { since: moment }).catch(() => undefined)
    await call(hubApi.addEvent, { tracking_reference: 'K7M2QX', status: 'at-hub', date: moment }).catch(
      () => undefined,
    )
    expect(sent[0]).toContain('since=2026-03-05+00:05:09+02:00')
    expect(sent[3]).toContain('"date":"2026-03-05 00:05:09+02:00"')
  })
})
