import { describe, expect, it } from 'vitest'
import { mayPutOnHold } from './hold-reasons.ts'

describe('[ACC-007] putting an account on hold', () => {
  it('requires a reason unless the account is already on hold', () => {
    const free = { is_on_hold: false }
    for (const holdMessage of [undefined, '', '  '])
      expect(mayPutOnHold(free, { is_on_hold: true, hold_message: holdMessage })).toMatchObject({
        message: 'Enter why the account is put on hold.',
      })
    expect(mayPutOnHold(free, { is_on_hold: true, hold_message: 'Cheque returned' })).toBe(true)
    expect(mayPutOnHold({ is_on_hold: true }, { is_on_hold: true })).toBe(true)
    expect(mayPutOnHold({ is_on_hold: true }, { is_on_hold: false })).toBe(true)
  })
})
