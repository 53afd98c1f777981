import type { ScanDecision } from '@waybill/domain/hub/scan-decision'
import { describe, expect, it } from 'vitest'
import { lateScanDecision } from './late-scan.ts'

describe('late scans', () => {
  const sorted: ScanDecision = {
    verdict: 'ok',
    code: 'ok',
    short: 'TO JHB',
    message: 'Goes to Johannesburg.',
    status: 'at-hub',
    marks_collected: false,
    makes_event: true,
  }

  it('are stored without a change of status, because the parcel has moved on', () => {
    expect(lateScanDecision('arrive', sorted)).toMatchObject({
      short: 'STORED',
      status: null,
      makes_event: true,
    })
  })

  it('are refused when they load, because the parcel is not put on the manifest', () => {
    expect(lateScanDecision('load-manifest', sorted)).toMatchObject({
      verdict: 'refused',
      short: 'NOT LOADED',
      status: null,
    })
  })

  it('change nothing when they only look a parcel up', () => {
    expect(lateScanDecision('look-up', sorted)).toEqual(sorted)
  })

  it('stay duplicates when the parcel was scanned before', () => {
    const duplicate: ScanDecision = { ...sorted, verdict: 'duplicate', makes_event: false }
    expect(lateScanDecision('arrive', duplicate)).toEqual(duplicate)
  })

  it('are stored when the refusal only became true later, and refused when it was true before', () => {
    const refused: ScanDecision = { ...sorted, verdict: 'refused', code: 'on_hold', makes_event: false }
    expect(lateScanDecision('arrive', refused)).toMatchObject({ verdict: 'refused', makes_event: true })
    const unknown: ScanDecision = { ...refused, code: 'wrong_branch' }
    expect(lateScanDecision('arrive', unknown)).toEqual(unknown)
  })
})
