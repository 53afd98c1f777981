import { describe, expect, it } from 'vitest'
import { stepOf } from './download.ts'

describe('download result', () => {
  it('[REP-003] returns the address of one file, or of several named files', () => {
    expect(stepOf({ count: 2, url: 'https://a' })).toEqual({ kind: 'files', urls: ['https://a'] })
    expect(stepOf({ count: 2, url: { one: 'https://a', two: 'https://b' } })).toEqual({
      kind: 'files',
      urls: ['https://a', 'https://b'],
    })
  })

  it('[REP-004] returns a message when there is nothing to download', () => {
    expect(stepOf({ count: 0 })).toEqual({ kind: 'nothing', message: 'No items found to download' })
  })

  it('[REP-003] [REP-006] [REP-007] names the recipient of a queued download and when to download again', () => {
    expect(stepOf({ count: 5001, queued: true, email: 'thandi@fynbos.example' })).toEqual({
      kind: 'queued',
      message: 'The requested items will be sent to thandi@fynbos.example once they have been generated.',
      note: 'Please click download again after a few minutes.',
    })
  })
})
