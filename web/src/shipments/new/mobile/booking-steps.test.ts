import { describe, expect, it } from 'vitest'
import { problemsOn, readStep, stepOf } from './booking-steps.ts'

describe('steps on a phone', () => {
  it('ask for each field once', () => {
    expect(stepOf('delivery_contact.email')).toBe('where')
    expect(stepOf('collection_address')).toBe('where')
    expect(stepOf('parcels.0.submitted_weight_kg')).toBe('what')
    expect(stepOf('dangerous_goods_confirmed')).toBe('what')
    expect(stepOf('collection_window')).toBe('pay')
    expect(stepOf('service_level_code')).toBe('pay')
  })
  it('are held up by their own problems only', () => {
    const problems = [
      { field: 'collection_address', message: '' },
      { field: 'service_level_code', message: '' },
    ]
    expect(problemsOn('where', problems)).toHaveLength(1)
    expect(problemsOn('what', problems)).toEqual([])
  })
  it('begin with the first for an unknown word', () => {
    expect(readStep('nonsense')).toBe('where')
    expect(readStep('pay')).toBe('pay')
  })
})
