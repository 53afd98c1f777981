import { describe, expect, it } from 'vitest'
import { checkStickers, rangeBetween, stickerOf } from './stickers.ts'

describe('tracking stickers', () => {
  it('[TOOL-003] derives a range from the first and last scanned sticker and rejects stickers of different series', () => {
    expect(rangeBetween(' fyn0001201', 'https://t.example/FYN0001250')).toEqual({
      prefix: 'FYN',
      from: 1201,
      to: 1250,
      digits: 7,
    })
    expect(stickerOf({ prefix: 'FYN', digits: 7 }, 1201)).toBe('FYN0001201')
    expect(rangeBetween('FYN001', 'ABC002')).toEqual({
      problem: 'FYN001 and ABC002 are not in the same series. Only the number at the end may differ.',
    })
    expect(rangeBetween('', 'ABC')).toEqual({ problem: 'The first sticker does not end in a number.' })
  })

  it.each([
    [{ from: 5, to: 4 }, '', 'The last number is before the first. Swap them.'],
    [
      { from: 0, to: 10_000 },
      '',
      'At most 10,000 stickers at once; these are 10,001. Give them out in parts.',
    ],
    [{ from: 1, to: 9, digits: 2 }, '', 'FYN01 is too short: a sticker has at least 7 characters.'],
    [{ from: 1, to: 9 }, 'SLX', 'Stickers of this account must begin with SLX. FYN0000001 does not.'],
  ])('[TOOL-003] rejects an invalid range with a message: %j', (range, prefix, message) => {
    expect(checkStickers({ prefix: 'FYN', digits: 7, ...range }, prefix)[0]?.message).toBe(message)
  })

  it('[TOOL-003] accepts stickers that start with the prefix of the account', () => {
    expect(checkStickers({ prefix: 'SLX', from: 1, to: 100, digits: 5 }, 'slx')).toEqual([])
  })
})
