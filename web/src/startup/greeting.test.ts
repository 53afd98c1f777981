import { describe, expect, it } from 'vitest'
import { greeting } from './greeting.ts'

describe('dashboard greeting', () => {
  it('uses South African time and the first name', () => {
    expect(greeting('Zanele Mbeki', new Date('2026-11-18T09:59:00Z'))).toBe('Good morning, Zanele')
    expect(greeting('Zanele Mbeki', new Date('2026-11-18T10:00:00Z'))).toBe('Good afternoon, Zanele')
    expect(greeting('', new Date('2026-11-18T16:00:00Z'))).toBe('Good evening')
  })
})
